// A list of fields for nghttp2. Its views are valid for one call.
#pragma once

#include <nghttp2/nghttp2.h>
#include <vector>

#include "base/bytes.h"
#include "protocol/http/h2/frame_output.h"
#include "protocol/http/head.h"
#include "protocol/http/number.h"

namespace tern::http::h2 {

class FieldList {
public:
    void clear() noexcept { count_ = 0; }
    // nghttp2 copies the field and makes its name lower-case.
    void add(Bytes name, Bytes value) noexcept { add(name, value, NGHTTP2_NV_FLAG_NONE); }
    // The name is lower-case, and lives as long as the session.
    void add_named(Bytes name, Bytes value) noexcept { add(name, value, NGHTTP2_NV_FLAG_NO_COPY_NAME); }
    // So does the value.
    void add_lasting(Bytes name, Bytes value) noexcept {
        add(name, value, NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE);
    }
    const nghttp2_nv* data() const noexcept { return pairs_.data(); }
    size_t size() const noexcept { return count_; }

private:
    void add(Bytes name, Bytes value, int flags) noexcept {
        if (count_ == pairs_.size()) pairs_.resize(count_ + kMore);
        pairs_[count_++] = {untyped(name), untyped(value), name.size(), value.size(), static_cast<uint8_t>(flags)};
    }

    static constexpr size_t kMore = 16;

    std::vector<nghttp2_nv> pairs_;  // the first count_ are in use
    size_t count_ = 0;
};

// Fields of HTTP/1 connections, which HTTP/2 does not have (RFC 9113 8.2.2). Names may be in any case.
inline bool is_field_of_http1(Bytes name) noexcept {
    switch (name.size()) {
        case 7: return equals_lower(name, "upgrade");
        case 10: return equals_lower(name, "connection") || equals_lower(name, "keep-alive");
        case 16: return equals_lower(name, "proxy-connection");
        case 17: return equals_lower(name, "transfer-encoding");
        default: return false;
    }
}

// ResponseFields makes the field list of a response for nghttp2, with the content of protocol/http/h1_writer.h. A
// Server, Date or Content-Type field of the handler replaces ours. Fields of HTTP/1 connections and those that the
// server determines are dropped (RFC 9113 8.2.2). Its views are valid for one call.

// The fields that a server adds to each response of an HTTP/2 connection.

// Added to a response unless its handler has set them. Their memory lives as long as the session; a head that waits is
// sent with the date that is there then.
struct OwnFields {
    Bytes date;
    Bytes server;  // empty: none
};

class ResponseFields {
public:
    // The lists are valid until the next call. nghttp2 copies what may not live until the head is sent, and makes names
    // of the handler lower-case.
    void make_final(const ResponseHead& head, const OwnFields& own) noexcept;
    void make_interim(const ResponseHead& head) noexcept;
    void make_trailers(const Field* fields, size_t count) noexcept;

    const nghttp2_nv* data() const noexcept { return list_.data(); }
    size_t size() const noexcept { return list_.size(); }

private:
    void add(Bytes name, Bytes value) noexcept { list_.add(name, value); }
    void add_status(int status) noexcept;

    FieldList list_;
    char status_[3];
    char length_[kMaxDecimalDigits];
};

}  // namespace tern::http::h2
