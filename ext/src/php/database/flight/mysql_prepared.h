// Executions of statements that the server has prepared for an object of PDO or mysqli: their responses are shared as
// those of texts are. Each session prepares and frees its own.
#pragma once

#include "php/database/mysql/driver.h"

namespace tern::php {

// Which do not write.
bool only_reads(const MYSQLND_STMT& statement) noexcept;

void take_over_prepared_flights(MYSQLND_CLASS_METHODS_TYPE(mysqlnd_stmt) & methods) noexcept;

}  // namespace tern::php
