#include "protocol/http/head.h"
#include "protocol/http/number.h"

namespace tern::http {

namespace {

// Several different lengths are ignored.
bool take_stated_length(ResponseHead& head) noexcept {
    bool found = false;
    for (size_t i = 0; i < head.field_count; ++i) {
        if (!equals_lower(head.fields[i].name, "content-length")) continue;
        uint64_t length = 0;
        if (!parse_decimal(trim_ows(head.fields[i].value), length)) return false;
        if (found && length != head.content_length) return false;
        head.content_length = length;
        found = true;
    }
    return found;
}

// True: the head has no more about the length.
bool frame_status(ResponseHead& head) noexcept {
    if (may_have_content(head.status)) return head.framing == Framing::none;
    head.framing = Framing::none;
    if (head.status == 205) {
        head.framing = Framing::length;
        head.content_length = 0;
    } else if (head.status == 304 && take_stated_length(head)) {
        head.framing = Framing::length;
    }
    return true;
}

}  // namespace

bool detail::frame_any(ResponseHead& head, bool is_head_request, Framing wanted) noexcept {
    if (frame_status(head)) return false;
    const bool length_known = wanted == Framing::length && head.framing != Framing::unknown;
    head.framing = wanted;
    if (!is_head_request) return true;
    if (length_known) return false;
    if (take_stated_length(head)) {
        head.framing = Framing::length;
    } else if (wanted == Framing::length) {
        head.framing = Framing::unknown;
    }
    return false;
}

}  // namespace tern::http
