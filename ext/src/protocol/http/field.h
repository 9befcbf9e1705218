// The allowed characters of field names and values, for callers that take fields from a handler. Values must not have
// characters that could split the message (CR, LF, NUL); other control characters are left to the handler.
#pragma once

#include "base/bytes.h"
#include "protocol/http/scan.h"

namespace tern::http {

// Names that most handlers set, in the usual case: they need no further look.
constexpr bool is_usual_name(Bytes name) noexcept {
    switch (name.size()) {
        case 8: return is_text(name, "Location");
        case 12: return is_text(name, "Content-Type");
        case 13: return is_text(name, "Cache-Control");
        default: return false;
    }
}

constexpr bool valid_field_name(Bytes name) noexcept {
    return is_usual_name(name) || (!name.empty() && all_in(name, kTokenChar));
}

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

// Fields that are allowed only in the head of a final message. Names may be in any case.

// Fields for the connection or the framing: a 1xx response must not have them (RFC 9110 7.6.1, 8.6, RFC 9112 6.1).
bool is_connection_field(Bytes name) noexcept;

// False for fields that are needed before the body or control the message (RFC 9110 6.5.1): framing, routing, request
// modifiers, authentication, cookies, response control data, and the format of the content. Fields whose definition
// allows it may be trailers: ETag, Accept-Ranges, Authentication-Info.
bool may_be_trailer(Bytes name) noexcept;

// The parameters after a field's main value: `main; name=token; name="quoted string"` (RFC 9110 5.6.6). As lenient as
// browsers and older clients require: a token may have any character but ';'.
struct Parameter {
    Bytes name;
    Bytes value;  // without the quotes, if there are any; escapes are as received
    bool quoted = false;
};

class ParameterReader {
public:
    explicit ParameterReader(Bytes field_value) noexcept;

    Bytes main_value() const noexcept { return main_value_; }
    // False at the end, and at the first malformed parameter.
    bool next(Parameter& parameter) noexcept;
    bool malformed() const noexcept { return malformed_; }

private:
    bool take_quoted(Parameter& parameter) noexcept;

    Bytes main_value_;
    Bytes rest_;
    bool malformed_ = false;
};

}  // namespace tern::http
