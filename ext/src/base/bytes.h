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

template <class Number>
inline Number load(const char* at) noexcept {
    Number bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

// Needs at least as many bytes as a number has. The last ones are compared as a number of their own, some of them
// twice.
template <class Number>
inline bool equals_lower_by(const char* any_case, const char* lower, size_t size) noexcept {
    constexpr size_t kStep = sizeof(Number);
    for (size_t i = 0; i < size - kStep; i += kStep) {
        if (ascii_lower8(load<Number>(any_case + i)) != load<Number>(lower + i)) return false;
    }
    return ascii_lower8(load<Number>(any_case + size - kStep)) == load<Number>(lower + size - kStep);
}

// Compares without regard to ASCII case; `lower` must be lower-case already.
inline bool equals_lower(Bytes any_case, Bytes lower) noexcept {
    if (any_case.size() != lower.size()) return false;
    if (lower.size() >= 8) return equals_lower_by<uint64_t>(any_case.data(), lower.data(), lower.size());
    if (lower.size() >= 4) return equals_lower_by<uint32_t>(any_case.data(), lower.data(), lower.size());
    for (size_t i = 0; i < lower.size(); ++i) {
        if (ascii_lower(any_case[i]) != lower[i]) return false;
    }
    return true;
}

// The same as ==, without a call: the compiler knows the size.
template <size_t N>
constexpr bool is_text(Bytes text, const char (&expected)[N]) noexcept {
    return text.size() == N - 1 && __builtin_memcmp(text.data(), expected, N - 1) == 0;
}

constexpr Bytes trim_ows(Bytes text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace tern
