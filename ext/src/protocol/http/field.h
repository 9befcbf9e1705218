// What a field's name and value may consist of, for callers that take fields from a handler. Values are checked for
// what would break the message apart (CR, LF, NUL); other control characters are the handler's affair.
#pragma once

#include "protocol/http/char_class.h"

namespace tern::http {

constexpr bool valid_field_name(Bytes name) noexcept { return !name.empty() && all_in(name, kTokenChar); }

constexpr bool valid_field_value(Bytes value) noexcept {
    for (char c : value) {
        if (c == '\r' || c == '\n' || c == '\0') return false;
    }
    return true;
}

// The next element of a comma separated list (RFC 9110 5.6.1), trimmed and possibly empty; takes it off `list`.
// Quoted strings are not known here: only for fields whose elements are tokens.
constexpr Bytes take_element(Bytes& list) noexcept {
    const size_t comma = list.find(',');
    const Bytes element = trim_ows(list.substr(0, comma));
    list.remove_prefix(comma == Bytes::npos ? list.size() : comma + 1);
    return element;
}

}  // namespace tern::http
