// The functions of libpq that send statements and read results, replaced in PHP's extensions so that the QueryObserver
// sees each of them.
#pragma once

namespace tern::php {

// After take_over_pgsql_calls(), if that is wanted. Without effect where PHP has no such extension.
void take_over_pgsql_queries() noexcept;

}  // namespace tern::php
