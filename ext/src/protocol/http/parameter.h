// The parameters after a field's main value: `main; name=token; name="quoted string"` (RFC 9110 5.6.6). As lenient as
// browsers and older clients require: a token may have any character but ';'.
#pragma once

#include "base/bytes.h"

namespace tern::http {

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
