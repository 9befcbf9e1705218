// Whether answers have content, and how their heads describe its length.
#pragma once

#include "protocol/http/head.h"

namespace tern::http {

// False: answers with that status never have content (RFC 9110 15.2, 15.3.5, 15.3.6, 15.4.5).
constexpr bool may_have_content(int status) noexcept {
    return status >= 200 && status != 204 && status != 205 && status != 304;
}

namespace detail {
bool frame_any(ResponseHead& head, bool is_head_request, Framing wanted) noexcept;
}

// Sets head.framing: `wanted` if there is content, with head.content_length bytes if that is a length. For HEAD the
// head is the same as for GET (RFC 9110 9.3.2). If head.framing is unknown, and for 304, the handler's own
// Content-Length is used if it is valid (RFC 9110 8.6). True: content follows.
inline bool frame(ResponseHead& head, bool is_head_request, Framing wanted) noexcept {
    const bool is_usual = head.status == 200 && !is_head_request && head.framing == Framing::length;
    if (!is_usual) return detail::frame_any(head, is_head_request, wanted);
    head.framing = wanted;
    return true;
}

}  // namespace tern::http
