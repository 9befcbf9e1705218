// A list of fields for nghttp2, of a client. Its views are valid for one call.
#pragma once

#include <nghttp2/nghttp2.h>
#include <vector>

#include "base/bytes.h"
#include "protocol/http/h2/frame_output.h"

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

}  // namespace tern::http::h2
