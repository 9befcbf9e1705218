// The bytes that HTTP allows at each place (RFC 9110 5.5-5.6, RFC 3986): a constexpr table of 256 entries, with one bit
// per class. Bytes from 0x80 up are allowed in targets and field values, as in all common servers, and nowhere else.
#pragma once

#include <array>

#include "base/bytes.h"

namespace tern::http {

enum CharClass : uint8_t {
    kTokenChar = 1,    // tchar: methods, field names
    kTargetChar = 2,   // request target: visible, no space, no '#'
    kValueChar = 4,    // field value: visible, space, tab
    kRegNameChar = 8,  // registered name in an authority, '%' excluded
    kHexChar = 16,
    kPlainChar = 32,  // printable ASCII that no quoting knows: without '"' and '\\'
    kLowerTokenChar = 64,
    kAuthorityChar = 128,
};

namespace detail {

constexpr bool among(char c, Bytes set) noexcept { return set.find(c) != Bytes::npos; }

constexpr uint8_t classes_of(char c) noexcept {
    const unsigned byte = static_cast<unsigned char>(c);
    const bool alnum = ascii_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z');
    unsigned classes = 0;
    if (alnum || among(c, "!#$%&'*+-.^_`|~")) classes |= kTokenChar;
    if (byte > 0x20 && byte != 0x7f && c != '#') classes |= kTargetChar;
    if ((byte >= 0x20 && byte != 0x7f) || c == '\t') classes |= kValueChar;
    if (alnum || among(c, "-._~!$&'()*+,;=")) classes |= kRegNameChar;
    if (ascii_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f')) classes |= kHexChar;
    if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\') classes |= kPlainChar;
    if ((classes & kTokenChar) != 0 && ascii_lower(c) == c) classes |= kLowerTokenChar;
    if ((classes & kRegNameChar) != 0 || among(c, "%:@[]")) classes |= kAuthorityChar;
    return static_cast<uint8_t>(classes);
}

constexpr std::array<uint8_t, 256> make_char_classes() noexcept {
    std::array<uint8_t, 256> table{};
    for (size_t i = 0; i < table.size(); ++i) table[i] = classes_of(static_cast<char>(i));
    return table;
}

inline constexpr std::array<uint8_t, 256> kCharClasses = make_char_classes();

}  // namespace detail

constexpr bool is_in(char c, CharClass wanted) noexcept {
    return (detail::kCharClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

constexpr bool all_in(Bytes text, CharClass wanted) noexcept {
    for (char c : text) {
        if (!is_in(c, wanted)) return false;
    }
    return true;
}

// -1: `c` is no hexadecimal digit.
constexpr int hex_value(char c) noexcept {
    if (ascii_digit(c)) return c - '0';
    const char lower = ascii_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace tern::http
