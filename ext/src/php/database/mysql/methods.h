// The methods of mysqlnd's connections that are replaced, so that objects of PDO and mysqli have connections of the
// pool.
#pragma once

namespace tern::php {

// Without effect where PHP has no mysqlnd. Objects behave as before where the process has no DatabasePool.
void take_over_mysql_methods() noexcept;

}  // namespace tern::php
