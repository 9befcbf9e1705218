// The methods of mysqlnd that send statements and read results, replaced so that an object of PDO or mysqli gets the
// response to a query that another one has sent (QueryFlights), and so that statements that may write are counted.
#pragma once

#include "shm/write_count.h"

namespace tern::php {

// After take_over_mysql_methods(), and before take_over_mysql_queries(), which counts shared queries, too. In a process
// without QueryFlights it only counts. Without effect where PHP has no mysqlnd.
void take_over_mysql_flights(shm::WriteCount& writes) noexcept;

}  // namespace tern::php
