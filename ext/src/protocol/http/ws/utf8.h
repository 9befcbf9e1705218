// Checks text that arrives in pieces for valid UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above
// U+10FFFF. Runs of ASCII are checked sixteen bytes at a time.
#pragma once

#include "base/bytes.h"

namespace tern::http::ws {

class Utf8Check {
public:
    // False: no continuation can make it valid. Final.
    bool feed(Bytes text) noexcept;
    // True: the text does not end within a character.
    bool whole() const noexcept { return missing_ == 0; }
    void reset() noexcept { *this = Utf8Check(); }

private:
    bool begin_character(unsigned byte) noexcept;
    void expect(uint8_t missing, unsigned low, unsigned high) noexcept;

    uint8_t missing_ = 0;  // missing bytes of the current character
    uint8_t low_ = 0x80;   // least value of the next byte
    uint8_t high_ = 0xbf;
    bool bad_ = false;
};

inline bool valid_utf8(Bytes text) noexcept {
    Utf8Check check;
    return check.feed(text) && check.whole();
}

}  // namespace tern::http::ws
