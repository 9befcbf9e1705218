// The functions of libpq that send statements and read results, replaced in PHP's extensions so that an object of PDO
// or pgsql gets the result of a query that another one has sent (QueryFlights), and so that statements that may write
// are counted.
#pragma once

#include "shm/write_count.h"

namespace tern::php {

// After take_over_pgsql_calls(). In a process without QueryFlights it only counts. Without effect where PHP has no such
// extension.
void take_over_pgsql_flights(shm::WriteCount& writes) noexcept;

}  // namespace tern::php
