// ResponseFields is the field list of an answer as nghttp2 takes it: what protocol/http/h1_writer.h writes, in HTTP/2's
// terms. A Server, Date or Content-Type of the handler's takes the place of ours; what means something to an HTTP/1
// connection only, or is the server's own business, is dropped (RFC 9113 8.2.2). Views: lives for one call.
#pragma once

#include <nghttp2/nghttp2.h>
#include <vector>

#include "protocol/http/h2/own_fields.h"
#include "protocol/http/head.h"
#include "protocol/http/number.h"

namespace tern::http::h2 {

class ResponseFields {
public:
    // The lists live until the next call, and are copied by nghttp2, which makes names lower-case.
    void make_final(const ResponseHead& head, const OwnFields& own) noexcept;
    void make_interim(const ResponseHead& head) noexcept;
    void make_trailers(const Field* fields, size_t count) noexcept;

    const nghttp2_nv* data() const noexcept { return pairs_.data(); }
    size_t size() const noexcept { return pairs_.size(); }

private:
    void add(Bytes name, Bytes value) noexcept;
    void add_status(int status) noexcept;

    std::vector<nghttp2_nv> pairs_;
    char status_[3];
    char length_[kMaxDecimalDigits];
};

}  // namespace tern::http::h2
