// Checks text that arrives in pieces for being UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above
// U+10FFFF. Runs of ASCII are passed sixteen bytes at a time.
#pragma once

#include "base/bytes.h"

namespace tern::http::ws {

class Utf8Check {
public:
    // False: no continuation can make it valid. Final.
    bool feed(Bytes text) noexcept;
    // What was fed does not end within a character.
    bool whole() const noexcept { return missing_ == 0; }
    void reset() noexcept { *this = Utf8Check(); }

private:
    bool begin_character(unsigned byte) noexcept;
    void expect(uint8_t missing, unsigned low, unsigned high) noexcept;

    uint8_t missing_ = 0;  // bytes of a character that has begun
    uint8_t low_ = 0x80;   // what the next one of them may be
    uint8_t high_ = 0xbf;
    bool bad_ = false;
};

inline bool valid_utf8(Bytes text) noexcept {
    Utf8Check check;
    return check.feed(text) && check.whole();
}

}  // namespace tern::http::ws
