// The MySQL sessions that PHP's own mysqlnd keeps for PDO and mysqli.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Resets everything that a session has on the server, and runs the init commands again: by COM_CHANGE_USER with the
// same user, or, where mysqlnd does not remember the password (PHP 8.5), by COM_RESET_CONNECTION. `database`, unless
// null, is the current one afterwards. False: it failed, or `connection` is not mysqlnd's. Suspends.
bool reset_mysql_session(zval* connection, zend_string* database);

}  // namespace tern::php
