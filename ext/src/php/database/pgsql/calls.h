// The calls of libpq that are replaced in PHP's extensions, so that objects of PDO and pgsql have connections of the
// pool.
#pragma once

namespace tern::php {

// Without effect where PHP has no such extension, or one that calls functions which are not known here. Objects behave
// as before where the process has no DatabasePool.
void take_over_pgsql_calls() noexcept;

// What the extensions call by this name now: the pool's function, or libpq's. Null: libpq has none.
void* pgsql_function(const char* name) noexcept;

}  // namespace tern::php
