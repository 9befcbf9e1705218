#include "protocol/sql/lexer.h"

#include <algorithm>
#include <array>

#include "protocol/sql/keywords.h"

namespace tern::sql {

namespace {

enum ByteClass : uint8_t { kBlank = 1, kBeginsWord = 2, kOfWord = 4, kOfOperator = 8 };

constexpr std::array<uint8_t, 256> make_classes() noexcept {
    std::array<uint8_t, 256> classes{};
    for (size_t i = 0; i < classes.size(); ++i) {
        const auto c = static_cast<char>(i);
        const bool begins_word = (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '_' || i >= 0x80;
        if (c == ' ' || (c >= '\t' && c <= '\r')) classes[i] |= kBlank;
        if (begins_word) classes[i] |= kBeginsWord;
        if (begins_word || ascii_digit(c) || c == '$') classes[i] |= kOfWord;
        if (Bytes("<>=!|&~^*/+%-:#@").find(c) != Bytes::npos) classes[i] |= kOfOperator;
    }
    return classes;
}

constexpr std::array<uint8_t, 256> kClasses = make_classes();

bool is_a(char c, uint8_t byte_class) noexcept { return (kClasses[static_cast<unsigned char>(c)] & byte_class) != 0; }
bool is_blank(char c) noexcept { return is_a(c, kBlank); }
bool begins_word(char c) noexcept { return is_a(c, kBeginsWord); }
bool is_of_word(char c) noexcept { return is_a(c, kOfWord); }
bool is_of_operator(char c) noexcept { return is_a(c, kOfOperator); }

// Of a string that follows at once, as in N'text', x'ff', _utf8mb4'text', E'\n'.
bool introduces_string(Bytes word, bool is_mysql) noexcept {
    if (is_mysql && word.starts_with('_')) return true;
    constexpr Bytes kLetters = "nNxXbBeE";
    return word.size() == 1 && kLetters.find(word[0]) != Bytes::npos;
}

}  // namespace

Token Lexer::take(Kind kind, size_t size) noexcept {
    const Token token{kind, rest_.substr(0, size), kind == Kind::word ? keyword_of(rest_.substr(0, size)) : 0};
    rest_.remove_prefix(token.text.size());
    return token;
}

// In PostgreSQL a carriage return ends it, too.
size_t Lexer::line_end(size_t begin) const noexcept {
    return std::min(is_mysql() ? rest_.find('\n', begin) : rest_.find_first_of("\n\r", begin), rest_.size());
}

void Lexer::skip_line() noexcept { rest_.remove_prefix(line_end(0)); }

// Those of PostgreSQL nest.
void Lexer::skip_block() noexcept {
    size_t depth = 0;
    size_t i = 0;
    while (i < rest_.size()) {
        if (at(i) == '*' && at(i + 1) == '/') {
            i += 2;
            if (--depth == 0) break;
        } else if (at(i) == '/' && at(i + 1) == '*' && (depth == 0 || !is_mysql())) {
            i += 2;
            ++depth;
        } else {
            ++i;
        }
    }
    rest_.remove_prefix(std::min(i, rest_.size()));
}

bool Lexer::skip_comment() noexcept {
    const char first = at(0);
    const char second = at(1);
    if (first == '-' && second == '-' && (!is_mysql() || rest_.size() == 2 || is_blank(at(2)))) {
        skip_line();
    } else if (first == '#' && is_mysql()) {
        skip_line();
    } else if (first == '/' && second == '*' && is_mysql() && (at(2) == '!' || (at(2) == 'M' && at(3) == '!'))) {
        // Servers of that version execute its text.
        is_in_executed_ = true;
        size_t i = at(2) == '!' ? 3 : 4;
        while (ascii_digit(at(i))) ++i;
        rest_.remove_prefix(i);
    } else if (first == '/' && second == '*') {
        skip_block();
    } else if (first == '*' && second == '/' && is_in_executed_) {
        is_in_executed_ = false;
        rest_.remove_prefix(2);
    } else {
        return false;
    }
    return true;
}

void Lexer::skip_blank() noexcept {
    do {
        size_t i = 0;
        while (i < rest_.size() && is_blank(rest_[i])) ++i;
        rest_.remove_prefix(i);
    } while (!rest_.empty() && skip_comment());
}

// With its quotes, the first of which is at `at`. A quote that comes twice is part of the text.
size_t Lexer::quoted_size(size_t begin, bool backslashes) const noexcept {
    const char quote = rest_[begin];
    for (size_t i = begin + 1; i < rest_.size(); ++i) {
        if (backslashes && rest_[i] == '\\') {
            ++i;
        } else if (rest_[i] == quote) {
            if (at(i + 1) != quote) return i + 1;
            ++i;
        }
    }
    return rest_.size();
}

// A string of PostgreSQL has further parts, with the same escapes, on the lines below.
size_t Lexer::string_size(size_t begin, bool backslashes) const noexcept {
    size_t end = quoted_size(begin, backslashes);
    if (is_mysql()) return end;
    for (size_t next = next_part(end); next < rest_.size(); next = next_part(end)) end = quoted_size(next, backslashes);
    return end;
}

// Of a string that ends at `i`. The size of the rest: it has no further part.
size_t Lexer::next_part(size_t i) const noexcept {
    bool is_below = false;
    for (;;) {
        if (is_blank(at(i))) {
            is_below = is_below || at(i) == '\n' || at(i) == '\r';
            ++i;
        } else if (at(i) == '-' && at(i + 1) == '-') {
            i = line_end(i);
        } else {
            return is_below && at(i) == '\'' ? i : rest_.size();
        }
    }
}

// Takes letters, too, as in 0xff, 1e-5 and 1_000.
size_t Lexer::number_size() const noexcept {
    size_t i = 0;
    while (i < rest_.size()) {
        const bool is_exponent = i > 0 && (rest_[i] == '-' || rest_[i] == '+') && ascii_lower(rest_[i - 1]) == 'e' &&
                                 ascii_digit(at(i + 1)) && ascii_lower(at(1)) != 'x';
        if (!is_of_word(rest_[i]) && rest_[i] != '.' && !is_exponent) break;
        ++i;
    }
    return i;
}

Token Lexer::take_word() noexcept {
    size_t i = 1;
    while (i < rest_.size() && (is_of_word(rest_[i]) || (rest_[i] == '@' && is_mysql()))) ++i;
    const Bytes word = rest_.substr(0, i);
    if (at(i) == '\'' && introduces_string(word, is_mysql())) {
        const char letter = ascii_lower(word[0]);
        const bool escapes = is_mysql() || letter == 'n' ? syntax_.backslashes : letter == 'e';
        return take(Kind::value, string_size(i, escapes));
    }
    // U&'...' and U&"..." of PostgreSQL
    if (!is_mysql() && i == 1 && ascii_lower(word[0]) == 'u' && at(1) == '&' && (at(2) == '\'' || at(2) == '"')) {
        return at(2) == '"' ? take(Kind::quoted, quoted_size(2, false)) : take(Kind::value, string_size(2, false));
    }
    return take(Kind::word, i);
}

// $1, or $tag$ text $tag$
Token Lexer::take_dollar() noexcept {
    if (is_mysql()) return take_word();
    size_t i = 1;
    while (ascii_digit(at(i))) ++i;
    if (i > 1) return take(Kind::value, i);
    while (is_of_word(at(i)) && at(i) != '$') ++i;
    if (at(i) != '$') return take(Kind::op, 1);
    const Bytes tag = rest_.substr(0, i + 1);
    const size_t end = rest_.find(tag, tag.size());
    return take(Kind::value, end == Bytes::npos ? rest_.size() : end + tag.size());
}

// A comment, or the sign of a number, may follow at once: "=-- text", "=-1".
Token Lexer::take_operator() noexcept {
    size_t i = 1;
    if (!is_of_operator(rest_[0])) return take(Kind::op, i);
    for (; i < rest_.size() && is_of_operator(rest_[i]); ++i) {
        const char c = rest_[i];
        if ((c == '-' || c == '+') && rest_[0] != '-') break;
        if (c == '-' && at(i + 1) == '-') break;
        if (c == '#' || c == '@') break;
        if (c == '/' && at(i + 1) == '*') break;
        if (c == '*' && at(i + 1) == '/' && is_in_executed_) break;
    }
    return take(Kind::op, i);
}

bool Lexer::begins_comment(size_t i) const noexcept {
    return (at(i) == '-' && at(i + 1) == '-') || (at(i) == '/' && at(i + 1) == '*');
}

// "->>", "<->", "@?". The sign of a number may follow at once, unless a byte before shows that the operator has it.
Token Lexer::take_operator_of_postgresql() noexcept {
    constexpr Bytes kBeforeSign = "~!@#%^&|`?";
    bool may_end_in_sign = false;
    size_t i = 0;
    for (; i < rest_.size() && (is_of_operator(rest_[i]) || rest_[i] == '?' || rest_[i] == '`'); ++i) {
        if (begins_comment(i)) break;
        may_end_in_sign = may_end_in_sign || kBeforeSign.find(rest_[i]) != Bytes::npos;
    }
    while (i > 1 && !may_end_in_sign && (rest_[i - 1] == '-' || rest_[i - 1] == '+')) --i;
    return take(Kind::op, i == 0 ? 1 : i);
}

Token Lexer::next() noexcept {
    skip_blank();
    if (rest_.empty()) return {};
    const char c = rest_[0];
    if (ascii_digit(c) || (c == '.' && ascii_digit(at(1)))) return take(Kind::value, number_size());
    if (begins_word(c) || (c == '@' && is_mysql())) return take_word();
    switch (c) {
        case '$': return take_dollar();
        case '\'': return take(Kind::value, string_size(0, syntax_.backslashes));
        // A name with ANSI_QUOTES, which the text does not tell. A value must never show.
        case '"':
            return is_mysql() ? take(Kind::value, quoted_size(0, syntax_.backslashes))
                              : take(Kind::quoted, quoted_size(0, false));
        case '`': return is_mysql() ? take(Kind::quoted, quoted_size(0, false)) : take_operator_of_postgresql();
        case '?': return is_mysql() ? take(Kind::value, 1) : take_operator_of_postgresql();
        case '(':
        case '[': return take(Kind::open, 1);
        case ')':
        case ']': return take(Kind::close, 1);
        case ',': return take(Kind::comma, 1);
        case '.': return take(Kind::dot, 1);
        case ';': return take(Kind::semicolon, 1);
        default: return is_mysql() ? take_operator() : take_operator_of_postgresql();
    }
}

}  // namespace tern::sql
