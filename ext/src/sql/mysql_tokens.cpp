#include "sql/mysql_tokens.h"

#include <array>

namespace tern::sql {

namespace {

enum : uint8_t { kOther = 0, kSpace = 1, kName = 2, kDigit = 3 };

constexpr std::array<uint8_t, 256> make_classes() noexcept {
    std::array<uint8_t, 256> classes{};
    for (unsigned c = 0; c < 256; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
        if (letter) classes[c] = kName;
    }
    for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit;
    for (const char c : {' ', '\t', '\n', '\r', '\v', '\f'}) classes[static_cast<unsigned char>(c)] = kSpace;
    return classes;
}

constexpr std::array<uint8_t, 256> kClasses = make_classes();

uint8_t class_of(char c) noexcept { return kClasses[static_cast<unsigned char>(c)]; }

const char* end_of_name(const char* at, const char* end) noexcept {
    while (at < end && class_of(*at) >= kName) ++at;
    return at;
}

// 1, 1.5, .5, 1e-5, 0x1f
const char* end_of_number(const char* at, const char* end) noexcept {
    for (; at < end; ++at) {
        const bool is_sign = (*at == '-' || *at == '+') && (at[-1] == 'e' || at[-1] == 'E');
        if (class_of(*at) < kName && *at != '.' && !is_sign) break;
    }
    return at;
}

}  // namespace

MySqlToken MySqlTokens::take(MySqlTokenKind kind, const char* to) noexcept {
    const MySqlToken token{kind, {at_, static_cast<size_t>(to - at_)}, is_spaced_};
    at_ = to;
    return token;
}

bool MySqlTokens::skip_space() noexcept {
    is_spaced_ = false;
    while (at_ < end_) {
        if (class_of(*at_) == kSpace) {
            ++at_;
        } else if (*at_ == '#' || *at_ == '-' || *at_ == '/') {
            const char* before = at_;
            if (!skip_comment()) return false;
            if (at_ == before) return true;  // an operator
        } else {
            return true;
        }
        is_spaced_ = true;
    }
    return true;
}

bool MySqlTokens::skip_comment() noexcept {
    const bool is_line =
        *at_ == '#' || (*at_ == '-' && left() >= 2 && at_[1] == '-' && (left() == 2 || class_of(at_[2]) == kSpace));
    if (is_line) {
        const void* line_end = std::memchr(at_, '\n', left());
        at_ = line_end == nullptr ? end_ : static_cast<const char*>(line_end);
        return true;
    }
    if (*at_ != '/' || left() < 2 || at_[1] != '*') return true;
    // The server runs what is in /*! */ and /*M! */.
    const Bytes rest(at_ + 2, left() - 2);
    if (rest.starts_with('!') || rest.starts_with("M!")) return false;
    const size_t close = rest.find("*/");
    if (close == Bytes::npos) return false;
    at_ += 2 + close + 2;
    return true;
}

MySqlToken MySqlTokens::quoted(char quote) noexcept {
    const bool is_name = quote == '`' || (quote == '"' && mode_.ansi_quotes);
    const bool has_escapes = !is_name && !mode_.no_backslash_escapes;
    const char* at = at_ + 1;
    while (at < end_) {
        if (*at == '\\' && has_escapes) {
            at += 2;
        } else if (*at != quote) {
            ++at;
        } else if (at + 1 < end_ && at[1] == quote) {
            at += 2;
        } else {
            return take(is_name ? MySqlTokenKind::quoted : MySqlTokenKind::string, at + 1);
        }
    }
    return take(MySqlTokenKind::bad, end_);
}

// @name, @'name', @@name, @@session.name
MySqlToken MySqlTokens::variable() noexcept {
    const bool is_system = left() >= 2 && at_[1] == '@';
    const char* at = at_ + (is_system ? 2 : 1);
    while (at < end_ && (class_of(*at) >= kName || *at == '.')) ++at;
    return take(is_system ? MySqlTokenKind::system_variable : MySqlTokenKind::variable, at);
}

MySqlToken MySqlTokens::next() noexcept {
    if (!skip_space()) return take(MySqlTokenKind::bad, end_);
    if (at_ == end_) return take(MySqlTokenKind::end, at_);
    const char c = *at_;
    switch (class_of(c)) {
        case kName: return take(MySqlTokenKind::word, end_of_name(at_, end_));
        case kDigit: return take(MySqlTokenKind::number, end_of_number(at_ + 1, end_));
        default: break;
    }
    if (c == '\'' || c == '"' || c == '`') return quoted(c);
    if (c == '@') return variable();
    if (c == ':' && left() >= 2 && at_[1] == '=') return take(MySqlTokenKind::symbol, at_ + 2);
    return take(MySqlTokenKind::symbol, at_ + 1);
}

}  // namespace tern::sql
