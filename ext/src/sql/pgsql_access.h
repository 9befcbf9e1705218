// What a statement of PostgreSQL does with tables, and whether its response depends on nothing but its text, the
// tables and the settings of its session. Text that is not understood counts as one that writes.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace tern::sql {

enum class PgsqlAccess : uint8_t {
    writes,  // or may do so, or ends a transaction
    sets,    // something of its session only
    reads,
    repeats,  // reads, and another session with these settings would get the same response at the same time
};

// `backslashes`: see Syntax.
PgsqlAccess access_of_pgsql(Bytes statements, bool backslashes);

// A text that the server may read as a date or a time that depends on when it reads it: 'now', 'yesterday'.
bool pgsql_value_varies(Bytes value) noexcept;

}  // namespace tern::sql
