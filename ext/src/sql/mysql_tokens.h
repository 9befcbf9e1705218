// The tokens of a statement of MySQL or MariaDB. Reads text that the server may understand in another way where the
// session has another mode: `bad` is a token whose end is not certain.
#pragma once

#include "base/bytes.h"

namespace tern::sql {

enum class MySqlTokenKind : uint8_t {
    end,
    word,      // a keyword or a name
    quoted,    // a name in backquotes, or in double quotes with ANSI_QUOTES
    string,    // its text has its quotes
    number,    //
    variable,  // @name
    system_variable,
    symbol,  // one character, or ":="
    bad,     // an executable comment, or text without an end
};

struct MySqlToken {
    MySqlTokenKind kind = MySqlTokenKind::end;
    Bytes text;
    bool is_spaced = false;  // space or a comment is before it

    bool is_symbol(char symbol) const noexcept {
        return kind == MySqlTokenKind::symbol && text.size() == 1 && text[0] == symbol;
    }
    bool is_word(Bytes lower) const noexcept { return kind == MySqlTokenKind::word && equals_lower(text, lower); }
};

// Of the session that reads the text.
struct MySqlMode {
    bool no_backslash_escapes = false;
    bool ansi_quotes = false;
    bool operator==(const MySqlMode&) const = default;
};

class MySqlTokens {
public:
    MySqlTokens(Bytes text, MySqlMode mode) noexcept : at_(text.data()), end_(text.data() + text.size()), mode_(mode) {}
    MySqlToken next() noexcept;

private:
    bool skip_space() noexcept;  // false: its end is not certain
    bool skip_comment() noexcept;
    MySqlToken quoted(char quote) noexcept;
    MySqlToken variable() noexcept;
    MySqlToken take(MySqlTokenKind kind, const char* to) noexcept;
    size_t left() const noexcept { return static_cast<size_t>(end_ - at_); }

    const char* at_;
    const char* end_;
    MySqlMode mode_;
    bool is_spaced_ = false;
};

}  // namespace tern::sql
