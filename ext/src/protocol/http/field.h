// The allowed characters of field names and values, for callers that take fields from a handler. Values must not have
// characters that could split the message (CR, LF, NUL); other control characters are left to the handler.
#pragma once

#include "protocol/http/scan.h"

namespace tern::http {

constexpr bool valid_field_name(Bytes name) noexcept { return !name.empty() && all_in(name, kTokenChar); }

inline bool valid_field_value(Bytes value) noexcept {
    const char* const end = value.data() + value.size();
    return scan_line(value.data(), end) == end;
}

// Removes the next element of a comma separated list (RFC 9110 5.6.1), trimmed and possibly empty. It does not parse
// quoted strings, so it is only for fields whose elements are tokens.
constexpr Bytes take_element(Bytes& list) noexcept {
    const size_t comma = list.find(',');
    const Bytes element = trim_ows(list.substr(0, comma));
    list.remove_prefix(comma == Bytes::npos ? list.size() : comma + 1);
    return element;
}

}  // namespace tern::http
