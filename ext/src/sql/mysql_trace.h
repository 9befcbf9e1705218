// What a statement of MySQL or MariaDB leaves for those that follow it in its session, besides what MySqlEffect knows:
// FOUND_ROWS(), ROW_COUNT(), warnings, LAST_INSERT_ID(). Text that is not understood counts as one that leaves
// something for all of them.
#pragma once

#include <cstdint>

#include "sql/mysql_tokens.h"

namespace tern::sql {

enum class MySqlTrace : uint8_t {
    rows,     // FOUND_ROWS() is the number of its rows, ROW_COUNT() is -1
    nothing,  // ROW_COUNT() is 0: COMMIT, SET
    count,    // what only the server knows, until the next statement
    write,    // the same
    session,  // for all that follow: LAST_INSERT_ID(), CONNECTION_ID()
};

// What FOUND_ROWS() tells after it, as MariaDB 10.11 was asked.
enum class MySqlFoundRows : uint8_t {
    unknown,
    kept,      // that of the SELECT before
    replaced,  // its own
};

struct MySqlTraceOfText {
    MySqlTrace trace = MySqlTrace::session;
    bool ends_warnings = false;  // of the statements before: it uses a table
    MySqlFoundRows found_rows = MySqlFoundRows::unknown;
    bool operator==(const MySqlTraceOfText&) const = default;
};

MySqlTraceOfText trace_of_mysql(Bytes statements, MySqlMode mode) noexcept;

// What a text may ask of the statements before it. A text that has such a word only in a string counts, too.
struct MySqlQuestions {
    bool found_rows = false;
    bool last = false;  // of the statement before: ROW_COUNT(), SHOW WARNINGS
    bool gtid = false;  // of the last one that has written
    bool any() const noexcept { return found_rows || last || gtid; }
};

MySqlQuestions questions_of_mysql(Bytes statements) noexcept;

}  // namespace tern::sql
