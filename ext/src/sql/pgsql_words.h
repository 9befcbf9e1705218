// The words of PostgreSQL's statements that tell what a statement leaves in its session.
#pragma once

#include "base/bytes.h"

namespace tern::sql {

// How a statement begins.
enum class PgsqlVerb : uint8_t {
    unknown,
    query,    // it may call functions
    plain,    // leaves nothing; a transaction is known from the server
    define,   // of tables and the like
    copy,     // a query, or a table with a list of columns
    declare,  // a cursor
    explain,
    listen,
    prepare,
    set,
    reset,
};
PgsqlVerb pgsql_verb(Bytes word) noexcept;

// What is before "(".
enum class PgsqlWord : uint8_t {
    unknown,   // perhaps a function of the program's own, which may do anything
    keyword,   // or a type
    function,  // a built-in one that leaves nothing
    lock,      // of the session
};
PgsqlWord pgsql_word_before_list(Bytes word) noexcept;

// False: a part of one of its characters may look like a quote or a backslash, or it is not known.
bool pgsql_encoding_is_plain(Bytes name) noexcept;

}  // namespace tern::sql
