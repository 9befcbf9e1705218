// A list of fields for nghttp2. Its views are valid for one call.
#pragma once

#include <nghttp2/nghttp2.h>
#include <vector>

#include "protocol/http/h2/frame_output.h"

namespace tern::http::h2 {

class FieldList {
public:
    void clear() noexcept { pairs_.clear(); }
    // nghttp2 copies the field and makes its name lower-case.
    void add(Bytes name, Bytes value) noexcept {
        pairs_.push_back({untyped(name), untyped(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
    }
    const nghttp2_nv* data() const noexcept { return pairs_.data(); }
    size_t size() const noexcept { return pairs_.size(); }

private:
    std::vector<nghttp2_nv> pairs_;
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
