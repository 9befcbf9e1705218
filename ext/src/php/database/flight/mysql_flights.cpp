#include "php/database/flight/mysql_flights.h"

#include "php/database/flight/mysql_part.h"
#include "php/database/flight/mysql_prepared.h"
#include "php/database/mysql/object.h"

namespace tern::php {

namespace {

using FlightMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data);
FlightMethods session_before;  // as they were
shm::WriteCount* write_count = nullptr;

// The connection whose query() has been called, and has not sent anything yet: only there is a response read at once.
const MYSQLND_CONN_DATA* whole_query = nullptr;

MySqlFlightSession* find_session(const MYSQLND_PFC* codec) noexcept { return mysql_flight_sessions().find(codec); }

// --- taking part in a flight

// An object that rests can wait for a response without a connection. To send, it needs one before others may wait for
// it.
bool end_rest(MYSQLND_CONN_DATA& connection, Bytes text) {
    DatabasePool::Loan* loan = DatabasePool::find_loan(&connection);
    if (loan == nullptr || !loan->rests) return true;
    if (!static_cast<MySqlObject*>(loan->object)->end_rest(*loan, text)) return false;
    database_pool()->note_use(*loan);
    return true;
}

FlightPart join_or_lead(QueryFlights& flights, MYSQLND_CONN_DATA& connection, Bytes text) {
    FlightQuery query = query_for_flight(connection, text, text);
    if (query.text.empty() || !flights.wants(text, {sql::Dialect::mysql, backslashes_escape(connection)}))
        return FlightPart::none;
    Flight* flight = may_wait_for_coroutines() ? flights.find(query) : nullptr;
    if (flight == nullptr) {
        if (!end_rest(connection, text)) return FlightPart::refused;
        query = query_for_flight(connection, text, text);
        if (query.text.empty()) return FlightPart::none;
        if (may_wait_for_coroutines()) flight = flights.find(query);
    }
    if (flight != nullptr) return join_flight(flights, *flight, connection, text, text);
    find_session(connection.protocol_frame_codec)->lead(*connection.protocol_frame_codec, flights.begin(query));
    return FlightPart::leads;
}

// --- statements

void end_sending(const MYSQLND_PFC* codec, enum_func_status status) noexcept {
    MySqlFlightSession* session = find_session(codec);
    if (session == nullptr) return;
    if (status != PASS && session->access == sql::MySqlAccess::writes) write_count->increment();
    if (!session->leads()) return;
    if (status == PASS) {
        session->note_sent();
    } else {
        session->end_lead(false);
    }
}

template <class... More>
enum_func_status send_query(MYSQLND_CONN_DATA* connection, const char* query, size_t size, More... more) {
    const bool is_whole = std::exchange(whole_query, nullptr) == connection;
    const Bytes text(query, size);
    MYSQLND_PFC* codec = connection->protocol_frame_codec;
    MySqlFlightSession& session = mysql_flight_sessions().of(codec);
    session.access = access_of(*connection, text);
    const bool repeats = session.access == sql::MySqlAccess::repeats;
    QueryFlights* flights = repeats && is_whole && !session.is_telling ? query_flights() : nullptr;
    const FlightPart part = flights == nullptr ? FlightPart::none : join_or_lead(*flights, *connection, text);
    if (part == FlightPart::refused) return FAIL;
    if (part == FlightPart::copies) {
        auto& methods = connection->payload_decoder_factory->m;
        const auto send = std::exchange(methods.send_command, send_nothing);
        const enum_func_status status = session_before.send_query(connection, query, size, more...);
        methods.send_command = send;
        return status;
    }
    begin_statement(*connection, text);
    const enum_func_status status = session_before.send_query(connection, query, size, more...);
    end_sending(codec, status);
    return status;
}

enum_func_status query(MYSQLND_CONN_DATA* connection, const char* query, const size_t size) {
    const MYSQLND_PFC* codec = connection->protocol_frame_codec;
    whole_query = connection;
    const enum_func_status status = session_before.query(connection, query, size);
    MySqlFlightSession* session = find_session(codec);
    if (session == nullptr || !session->leads()) return status;
    if (status == PASS && connection->last_query_type == QUERY_SELECT) {
        session->expect_store();
    } else {
        session->end_lead(false);
    }
    return status;
}

// --- results

template <class... More>
MYSQLND_RES* store_result(MYSQLND_CONN_DATA* connection, More... more) {
    const MYSQLND_PFC* codec = connection->protocol_frame_codec;
    MySqlFlightSession* session = find_session(codec);
    if (session == nullptr || !session->leads()) return session_before.store_result(connection, more...);
    session->begin_store();
    MYSQLND_RES* result = session_before.store_result(connection, more...);
    session = find_session(codec);
    if (session != nullptr && session->leads()) session->end_lead(is_complete(*connection, result));
    return result;
}

// The program may take any time to read it. A connection that the object takes meanwhile would begin with a new number
// of packets.
template <class... More>
MYSQLND_RES* use_result(MYSQLND_CONN_DATA* connection, More... more) {
    MySqlFlightSession* session = find_session(connection->protocol_frame_codec);
    if (session != nullptr && session->leads()) session->end_lead(false);
    if (session != nullptr && session->copies()) {
        zend_uchar& number = connection->protocol_frame_codec->data->packet_no;
        const zend_uchar before = number;
        (void)end_rest(*connection, session->untold());
        number = before;
    }
    return session_before.use_result(connection, more...);
}

// Of each statement, and of each that is in one text.
enum_func_status read_header(MYSQLND_CONN_DATA* connection, MYSQLND_STMT* statement) {
    MySqlFlightSession* session = find_session(connection->protocol_frame_codec);
    const bool reads = statement != nullptr ? only_reads(*statement)
                                            : session != nullptr && session->access != sql::MySqlAccess::writes;
    if (statement != nullptr && session != nullptr && !session->copies()) session->note_execution(reads);
    const enum_func_status status = session_before.query_read_result_set_header(connection, statement);
    if (!reads) write_count->increment();
    return status;
}

void free_contents(MYSQLND_CONN_DATA* connection) {
    if (connection->protocol_frame_codec != nullptr) mysql_flight_sessions().end(connection->protocol_frame_codec);
    session_before.free_contents(connection);
}

}  // namespace

void take_over_mysql_flights(shm::WriteCount& writes) noexcept {
    const MySqlDriver* driver = MySqlDriver::find();
    if (driver == nullptr || write_count != nullptr) return;
    write_count = &writes;
    FlightMethods& methods = *driver->methods->connection_data.get();
    session_before = methods;
    methods.query = query;
    methods.send_query = send_query;
    methods.store_result = store_result;
    methods.use_result = use_result;
    methods.query_read_result_set_header = read_header;
    methods.free_contents = free_contents;
    take_over_prepared_flights(*driver->methods->statement.get());
}

}  // namespace tern::php
