// The part that an object of PDO or mysqli takes in a flight, with a text or with a prepared statement.
#pragma once

#include "php/database/flight/mysql_session.h"
#include "php/database/flight/query_flights.h"

namespace tern::php {

enum class FlightPart : uint8_t {
    none,     // it sends the query, as without flights
    leads,    // the same, and others may wait for its response
    copies,   // the response is there
    refused,  // its error says why
};

// What a text does in this session.
sql::MySqlAccess access_of(const MYSQLND_CONN_DATA& connection, Bytes text);

// A statement that repeats, in the session as it is now. `all`: with its values. Empty text: it takes no part, as the
// response may be another one in this session, or be needed in it.
FlightQuery query_for_flight(const MYSQLND_CONN_DATA& connection, Bytes statement, Bytes all) noexcept;

// Waits for the response of a flight that was found for this query. The text is sent before a statement that asks about
// the last one. Suspends.
FlightPart join_flight(QueryFlights& flights, Flight& flight, MYSQLND_CONN_DATA& connection, Bytes statement,
                       Bytes all);

// As the driver's own function, but it sends nothing: the response is there.
enum_func_status send_nothing(MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY* factory, php_mysqlnd_server_command command,
                              const zend_uchar* argument, size_t size, bool silent, MYSQLND_CONNECTION_STATE* state,
                              MYSQLND_ERROR_INFO* error, MYSQLND_UPSERT_STATUS* status, MYSQLND_STATS* stats,
                              func_mysqlnd_conn_data__send_close close, void* close_context);

// Whether other sessions are after this response as this one is: it left no warnings, which SHOW WARNINGS would tell.
bool is_complete(const MYSQLND_CONN_DATA& connection, const MYSQLND_RES* result) noexcept;

// This text is sent next. Sends the last SELECT before, if the server has not seen it, and the text asks about it.
void begin_statement(MYSQLND_CONN_DATA& connection, Bytes text);

}  // namespace tern::php
