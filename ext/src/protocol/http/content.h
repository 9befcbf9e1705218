// Which answers have content, and what their heads say about its length.
#pragma once

#include "protocol/http/head.h"

namespace tern::http {

// False: no answer with that status has content (RFC 9110 15.2, 15.3.5, 15.3.6, 15.4.5).
constexpr bool may_have_content(int status) noexcept {
    return status >= 200 && status != 204 && status != 205 && status != 304;
}

namespace detail {
bool frame_any(ResponseHead& head, bool is_head_request, Framing wanted) noexcept;
}

// Sets head.framing: `wanted` where there is content, of head.content_length bytes where that is a length. For HEAD the
// head is that of the answer to GET (RFC 9110 9.3.2): where head.framing is unknown, and for 304, the handler's own
// Content-Length is taken, if it is one (RFC 9110 8.6). True when content follows.
inline bool frame(ResponseHead& head, bool is_head_request, Framing wanted) noexcept {
    const bool is_usual = head.status == 200 && !is_head_request && head.framing == Framing::length;
    if (!is_usual) return detail::frame_any(head, is_head_request, wanted);
    head.framing = wanted;
    return true;
}

}  // namespace tern::http
