// The methods of mysqlnd that send statements and read results, replaced so that the QueryObserver sees each of them.
#pragma once

namespace tern::php {

// Without effect where PHP has no mysqlnd.
void take_over_mysql_queries() noexcept;

}  // namespace tern::php
