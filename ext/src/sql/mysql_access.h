// What a statement of MySQL or MariaDB does with tables, and whether its response depends on nothing but its text, the
// tables and the settings of its session. Text that is not understood counts as one that writes.
#pragma once

#include "sql/mysql_tokens.h"

namespace tern::sql {

enum class MySqlAccess : uint8_t {
    writes,  // or may do so, or ends a transaction
    sets,    // settings of its session only
    reads,
    repeats,  // reads, and another session with these settings would get the same response at the same time
};

MySqlAccess access_of_mysql(Bytes statements, MySqlMode mode);

}  // namespace tern::sql
