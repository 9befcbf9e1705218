// How an object of PDO or mysqli ends its use of a connection.
#pragma once

#include "php/database/mysql/connection.h"

namespace tern::php {

// The object ends, or connects again. `loan` is what it had: its use has ended.
enum_func_status end_session(DatabasePool& pool, MYSQLND_CONN_DATA& session, DatabasePool::Loan& loan);
// The server, or a cancellation, has ended its connection.
void end_lost_session(DatabasePool& pool, MYSQLND_CONN_DATA& session);

enum_func_status set_error(MYSQLND_CONN_DATA& session, unsigned number, const char* sqlstate, const char* text);
// It gets no connection: its error says why, and who has them.
void refuse(MYSQLND_CONN_DATA& session, DatabasePool& pool, Error error);

}  // namespace tern::php
