// Numbers as HTTP writes them: digits only, no sign, no white space.
#pragma once

#include <charconv>

#include "base/bytes.h"

namespace tern::http {

// Lengths above a signed 64-bit offset are refused, so that sums with buffer sizes cannot wrap.
inline constexpr uint64_t kMaxLength = INT64_MAX;

// False, with `number` unchanged: `text` is not one or more digits, or exceeds kMaxLength.
constexpr bool parse_decimal(Bytes text, uint64_t& number) noexcept {
    if (text.empty()) return false;
    uint64_t sum = 0;
    for (char c : text) {
        if (!ascii_digit(c)) return false;
        const auto digit = static_cast<uint64_t>(c - '0');
        if (sum > (kMaxLength - digit) / 10) return false;
        sum = sum * 10 + digit;
    }
    number = sum;
    return true;
}

// Writes `number` in decimal and returns the end; at most kMaxDecimalDigits bytes.
inline constexpr size_t kMaxDecimalDigits = 20;

inline char* write_decimal(char* out, uint64_t number) noexcept {
    return std::to_chars(out, out + kMaxDecimalDigits, number).ptr;
}

}  // namespace tern::http
