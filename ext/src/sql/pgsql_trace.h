// What a statement of PostgreSQL leaves for those that follow it in its session, besides what PgsqlEffect knows: the
// values of sequences, for lastval() and currval(). Text that is not understood counts as one that leaves something.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace tern::sql {

enum class PgsqlTrace : uint8_t {
    nothing,
    write,    // nothing, but a trigger may have used a sequence
    session,  // for all that follow: INSERT, nextval(), pg_backend_pid()
};

// `backslashes`: see Syntax.
PgsqlTrace trace_of_pgsql(Bytes statements, bool backslashes) noexcept;
// It asks for the values of sequences. A text that has such a word only in a string counts, too.
bool asks_for_sequences(Bytes statements) noexcept;

}  // namespace tern::sql
