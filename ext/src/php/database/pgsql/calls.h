// The calls of libpq that are replaced in PHP's extensions, so that objects of PDO and pgsql have connections of the
// pool.
#pragma once

#include "php/database/pgsql/statement_calls.h"

namespace tern::php {

// Without effect where PHP has no such extension, or one that calls functions which are not known here. Objects behave
// as before where the process has no DatabasePool.
void take_over_pgsql_calls() noexcept;

// What the extensions call by this name now: a function of redirect_pgsql_calls(), the pool's, or libpq's. Null: libpq
// has none.
void* pgsql_function(const char* name) noexcept;

// The extensions call these functions from now on, each of which calls what they have called before. The rows stay.
void redirect_pgsql_calls(std::span<const boundary::Replacement> calls) noexcept;

// A row of that: a function of ours in the place of what the extensions call now, which `theirs` gets.
template <class Function>
boundary::Replacement replace_pgsql_call(const char* name, Function* ours, Function*& theirs) noexcept {
    return pgsql::replace(name, ours, theirs, pgsql_function(name));
}

}  // namespace tern::php
