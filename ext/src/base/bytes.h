// Bytes are views: the function that returns one says how long it is valid. ASCII helpers ignore the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tern {

using Bytes = std::string_view;

constexpr char ascii_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
constexpr bool ascii_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Compares without regard to ASCII case; `lower` must be lower-case already.
constexpr bool equals_lower(Bytes any_case, Bytes lower) noexcept {
    if (any_case.size() != lower.size()) return false;
    for (size_t i = 0; i < lower.size(); ++i) {
        if (ascii_lower(any_case[i]) != lower[i]) return false;
    }
    return true;
}

constexpr Bytes trim_ows(Bytes text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace tern
