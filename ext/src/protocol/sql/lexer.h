// Cuts an SQL statement into tokens, without knowing its grammar. It never fails: what it does not know is an operator
// of one byte, and what is not closed reaches to the end.
#pragma once

#include "base/bytes.h"

namespace tern::sql {

enum class Dialect : uint8_t { mysql, postgresql };

struct Syntax {
    Dialect dialect = Dialect::mysql;
    // A backslash escapes the next byte of a string. Of MySQL: without NO_BACKSLASH_ESCAPES. Of PostgreSQL: in all
    // strings, with standard_conforming_strings off; those of E'' have escapes anyway.
    bool backslashes = true;
};

enum class Kind : uint8_t {
    end,
    word,    // a keyword or a name
    quoted,  // a name in quotes, which are part of the text
    value,   // a string, a number, a placeholder
    open,    // ( or [
    close,   // ) or ]
    comma,
    dot,
    semicolon,
    op,  // anything else
};

struct Token {
    Kind kind = Kind::end;
    Bytes text;            // of the statement
    uint32_t keyword = 0;  // of a word: see keywords.h

    bool is(uint32_t meaning) const noexcept { return (keyword & meaning) != 0; }
};

class Lexer {
public:
    Lexer(Bytes statement, const Syntax& syntax) noexcept : rest_(statement), syntax_(syntax) {}
    // Comments and space are left out; what MySQL executes in /*! */ is not.
    Token next() noexcept;

private:
    bool is_mysql() const noexcept { return syntax_.dialect == Dialect::mysql; }
    char at(size_t index) const noexcept { return index < rest_.size() ? rest_[index] : '\0'; }
    void skip_blank() noexcept;
    bool skip_comment() noexcept;
    void skip_block() noexcept;
    void skip_line() noexcept;
    size_t line_end(size_t begin) const noexcept;
    Token take(Kind kind, size_t size) noexcept;
    Token take_word() noexcept;
    Token take_dollar() noexcept;
    Token take_operator() noexcept;
    Token take_operator_of_postgresql() noexcept;
    bool begins_comment(size_t at) const noexcept;
    size_t quoted_size(size_t at, bool backslashes) const noexcept;
    size_t string_size(size_t at, bool backslashes) const noexcept;
    size_t next_part(size_t at) const noexcept;
    size_t number_size() const noexcept;

    Bytes rest_;
    Syntax syntax_;
    bool is_in_executed_ = false;  // a comment whose text MySQL executes
};

}  // namespace tern::sql
