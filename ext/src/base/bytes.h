// Bytes are views: the function that returns one says how long it is valid. ASCII helpers ignore the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tern {

using Bytes = std::string_view;

constexpr char ascii_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
constexpr bool ascii_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Eight bytes with their ASCII letters in lower case. Bit 7 of every byte of `upper` tells whether it is 'A' to 'Z'.
constexpr uint64_t ascii_lower8(uint64_t bytes) noexcept {
    constexpr uint64_t kEach = 0x0101010101010101;
    const uint64_t low = bytes & (0x7f * kEach);
    const uint64_t upper = (low + (0x80 - 'A') * kEach) & ~(low + (0x7f - 'Z') * kEach) & ~bytes & (0x80 * kEach);
    return bytes | upper >> 2;
}

inline uint64_t load8(const char* at) noexcept {
    uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

// Compares without regard to ASCII case; `lower` must be lower-case already.
inline bool equals_lower(Bytes any_case, Bytes lower) noexcept {
    const size_t size = lower.size();
    if (any_case.size() != size) return false;
    if (size < 8) {
        for (size_t i = 0; i < size; ++i) {
            if (ascii_lower(any_case[i]) != lower[i]) return false;
        }
        return true;
    }
    for (size_t i = 0; i < size - 8; i += 8) {
        if (ascii_lower8(load8(any_case.data() + i)) != load8(lower.data() + i)) return false;
    }
    // The last eight, of which some may be compared twice.
    return ascii_lower8(load8(any_case.data() + size - 8)) == load8(lower.data() + size - 8);
}

constexpr Bytes trim_ows(Bytes text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace tern
