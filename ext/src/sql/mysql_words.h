// The words of MySQL's and MariaDB's statements that tell what a statement leaves in its session.
#pragma once

#include "base/bytes.h"

namespace tern::sql {

// How a statement begins.
enum class MySqlVerb : uint8_t {
    unknown,
    query,   // it may call functions
    insert,  // the same, and its table's name may be followed by a list
    with,    // the same
    plain,   // leaves nothing; a transaction is known from the server
    begin,
    define,  // of tables and the like
    lock,
    use,
    set,
};
MySqlVerb mysql_verb(Bytes word) noexcept;

// What is before "(".
enum class MySqlWord : uint8_t {
    unknown,   // perhaps a stored function, which may do anything
    keyword,   //
    function,  // a built-in one that leaves nothing
    lock,
};
MySqlWord mysql_word_before_list(Bytes word) noexcept;

// What a name in a query that leaves nothing in its session tells of its response.
enum class MySqlMeaning : uint8_t {
    none,
    varies,  // it depends on more than the text, the tables and the settings: NOW(), FOR UPDATE, information_schema
    writes,  // NEXTVAL()
};
MySqlMeaning mysql_meaning_in_query(Bytes name, bool is_quoted, bool is_before_list) noexcept;

// A variable of the session whose value is all that there is to it.
bool mysql_setting_is_known(Bytes name) noexcept;
// False: a part of one of its characters may look like a quote or a backslash. The name may be in quotes.
bool mysql_charset_is_plain(Bytes name) noexcept;
// Of a value of sql_mode: names may be in double quotes.
bool mysql_mode_has_ansi_quotes(Bytes mode) noexcept;

}  // namespace tern::sql
