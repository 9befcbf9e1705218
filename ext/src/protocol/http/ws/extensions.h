// The value of Sec-WebSocket-Extensions (RFC 6455 9.1): a list of extensions with parameters, whose values are tokens
// or quoted tokens.
#pragma once

#include "base/bytes.h"

namespace tern::http::ws {

struct ExtensionParameter {
    Bytes name;
    Bytes value;  // without quotes
    bool has_value = false;
};

// Reads one extension after the other, and the parameters of each in order.
class ExtensionReader {
public:
    explicit ExtensionReader(Bytes field_value) noexcept : rest_(field_value) {}

    // The next extension; skips unread parameters of the last one. False at the end, and where the value is malformed.
    bool next_extension(Bytes& name) noexcept;
    bool next_parameter(ExtensionParameter& parameter) noexcept;
    bool malformed() const noexcept { return malformed_; }

private:
    Bytes take_token() noexcept;
    bool take_value(ExtensionParameter& parameter) noexcept;
    bool skip(char wanted) noexcept;
    void skip_space() noexcept;
    bool fail() noexcept {
        malformed_ = true;
        return false;
    }

    Bytes rest_;
    bool malformed_ = false;
    bool begun_ = false;
};

}  // namespace tern::http::ws
