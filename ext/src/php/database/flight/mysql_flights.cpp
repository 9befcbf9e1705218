#include "php/database/flight/mysql_flights.h"

#include <algorithm>

#include "php/database/flight/known_access.h"
#include "php/database/flight/mysql_session.h"
#include "php/database/mysql/object.h"
#include "php/database/mysql/session_end.h"
#include "sql/mysql_trace.h"
#include "sql/mysql_words.h"

namespace tern::php {

namespace {

using FlightMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data);
using FlightStatementMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_stmt);
FlightMethods session_before;  // as they were
FlightStatementMethods statement_before;
shm::WriteCount* write_count = nullptr;

// The connection whose query() has been called, and has not sent anything yet: only there is a response read at once.
const MYSQLND_CONN_DATA* whole_query = nullptr;

MySqlFlightSession* find_session(const MYSQLND_PFC* codec) noexcept { return mysql_flight_sessions().find(codec); }

// Prepared statements that do not write.
AddressMap<bool>& reading_statements() noexcept {
    static AddressMap<bool> statements;
    return statements;
}

// --- what a statement is

sql::MySqlAccess access_in(Bytes text, sql::MySqlMode mode) {
    static KnownAccess<sql::MySqlAccess, sql::MySqlMode> known;
    return known.of(text, mode, sql::access_of_mysql);
}

sql::MySqlMode mode_of(const MYSQLND_CONN_DATA& connection) noexcept {
    return {!backslashes_escape(connection), false};
}

// Of other connections the mode is not known as a whole.
sql::MySqlAccess access_of(const MYSQLND_CONN_DATA& connection, Bytes text) {
    const MySqlObject* object = MySqlObject::of(connection);
    if (object != nullptr && object->has_only_settings()) return access_in(text, object->mode());
    sql::MySqlMode mode = mode_of(connection);
    const sql::MySqlAccess access = access_in(text, mode);
    if (text.find('"') == Bytes::npos) return access;
    mode.ansi_quotes = true;
    return std::min(access, access_in(text, mode));
}

// --- taking part in a flight

// Tables of these tell about the server, whatever their names are.
bool is_of_server(const MySqlObject& object) noexcept {
    const std::string* chosen = object.settings().find("database");
    const std::string& name = chosen == nullptr ? object.account()->database() : *chosen;
    return sql::mysql_meaning_in_query(name, true, false) != sql::MySqlMeaning::none;
}

bool is_ready(const MYSQLND_CONN_DATA& connection) noexcept {
    constexpr unsigned kInTransaction = SERVER_STATUS_IN_TRANS | SERVER_STATUS_AUTOCOMMIT;
    return GET_CONNECTION_STATE(&connection.state) == CONN_READY &&
           (connection.upsert_status->server_status & kInTransaction) == SERVER_STATUS_AUTOCOMMIT &&
           !connection.protocol_frame_codec->data->compressed;
}

// Null: the response to this statement may be another one in this session, or be needed in it.
MySqlObject* object_for_flight(const MYSQLND_CONN_DATA& connection, Bytes text) noexcept {
    const MySqlFlightSession* session = find_session(connection.protocol_frame_codec);
    if (session == nullptr || session->access != sql::MySqlAccess::repeats || session->asks || session->leads())
        return nullptr;
    const sql::MySqlQuestions questions = sql::questions_of_mysql(text);
    if (questions.found_rows || questions.last) return nullptr;
    if (text.size() > Flight::kMostText || !is_ready(connection)) return nullptr;
    const DatabasePool::Loan* loan = DatabasePool::find_loan(&connection);
    if (loan == nullptr || !loan->is_reusable) return nullptr;
    auto* object = static_cast<MySqlObject*>(loan->object);
    return object != nullptr && object->has_only_settings() && !is_of_server(*object) ? object : nullptr;
}

enum class Part : uint8_t {
    none,     // it sends the query, as without flights
    leads,    // the same, and others may wait for its response
    copies,   // the response is there
    refused,  // its error says why
};

// The query of this object, as it is now. Empty text: it takes no part.
FlightQuery query_for_flight(const MYSQLND_CONN_DATA& connection, Bytes text) noexcept {
    const MySqlObject* object = object_for_flight(connection, text);
    if (object == nullptr) return {};
    return {object->account()->key(), object->settings().digest(), text};
}

Part join(QueryFlights& flights, Flight& flight, MYSQLND_CONN_DATA& connection, Bytes text) {
    connection.m->get_reference(&connection);
    const QueryFlights::Joined joined = flights.join(flight);
    const bool may_copy = object_for_flight(connection, text) != nullptr;  // others may have used it meanwhile
    Part part = Part::none;
    if (joined == QueryFlights::Joined::cancelled) {
        (void)set_error(connection, CR_SERVER_GONE_ERROR, "HY000", "MySQL server has gone away");
        part = Part::refused;
    } else if (joined == QueryFlights::Joined::response && may_copy) {
        find_session(connection.protocol_frame_codec)->copy(*connection.protocol_frame_codec, flight);
        flights.count_shared();
        part = Part::copies;
    } else if (joined == QueryFlights::Joined::response) {
        flight.release();
    }
    connection.m->free_reference(&connection);
    return part;
}

// An object that rests can wait for a response without a connection. To send, it needs one before others may wait for
// it.
bool end_rest(MYSQLND_CONN_DATA& connection, Bytes text) {
    DatabasePool::Loan* loan = DatabasePool::find_loan(&connection);
    if (loan == nullptr || !loan->rests) return true;
    if (!static_cast<MySqlObject*>(loan->object)->end_rest(*loan, text)) return false;
    database_pool()->note_use(*loan);
    return true;
}

Part join_or_lead(QueryFlights& flights, MYSQLND_CONN_DATA& connection, Bytes text) {
    FlightQuery query = query_for_flight(connection, text);
    if (query.text.empty() || !flights.wants(text, {sql::Dialect::mysql, backslashes_escape(connection)}))
        return Part::none;
    Flight* flight = may_wait_for_coroutines() ? flights.find(query) : nullptr;
    if (flight == nullptr) {
        if (!end_rest(connection, text)) return Part::refused;
        query = query_for_flight(connection, text);
        if (query.text.empty()) return Part::none;
        if (may_wait_for_coroutines()) flight = flights.find(query);
    }
    if (flight != nullptr) return join(flights, *flight, connection, text);
    find_session(connection.protocol_frame_codec)->lead(*connection.protocol_frame_codec, flights.begin(query));
    return Part::leads;
}

// As the driver's own function, but it sends nothing: the response is there.
enum_func_status send_nothing(MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY* factory, php_mysqlnd_server_command,
                              const zend_uchar*, size_t, bool, MYSQLND_CONNECTION_STATE*, MYSQLND_ERROR_INFO* error,
                              MYSQLND_UPSERT_STATUS* status, MYSQLND_STATS* stats, func_mysqlnd_conn_data__send_close,
                              void*) {
    status->affected_rows = ~uint64_t{0};
    error->m->reset(error);
    MYSQLND_PFC& codec = *factory->conn->protocol_frame_codec;
    codec.data->m.reset(&codec, stats, error);
    codec.data->packet_no = 1;  // of the packets of a command, the response has all but the first
    return PASS;
}

// --- statements

// The server gets the last SELECT of this session, which it has not seen, before a statement that asks about it.
void tell_server(MYSQLND_CONN_DATA& connection, MySqlFlightSession& session) {
    const MYSQLND_PFC* codec = connection.protocol_frame_codec;
    session.is_telling = true;
    if (connection.m->query(&connection, session.untold().data(), session.untold().size()) == PASS) {
        MYSQLND_RES* result = connection.m->store_result(&connection);
        if (result != nullptr) result->m.free_result(result, true);
    }
    MySqlFlightSession* after = find_session(codec);
    if (after == nullptr) return;
    after->is_telling = false;
    after->clear_untold();
}

void begin_statement(MYSQLND_CONN_DATA& connection, Bytes text) {
    MySqlFlightSession& session = *find_session(connection.protocol_frame_codec);
    if (session.is_telling || !session.asks_about_untold(text, mode_of(connection))) return;
    const sql::MySqlAccess access = session.access;
    tell_server(connection, session);
    if (MySqlFlightSession* after = find_session(connection.protocol_frame_codec)) after->access = access;
}

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
    QueryFlights* flights = is_whole && !session.is_telling ? query_flights() : nullptr;
    const Part part = flights == nullptr ? Part::none : join_or_lead(*flights, *connection, text);
    if (part == Part::refused) return FAIL;
    if (part == Part::copies) {
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

// Whether other sessions are after this response as this one is: it left no warnings, which SHOW WARNINGS would tell.
bool is_complete(const MYSQLND_CONN_DATA& connection, const MYSQLND_RES* result) noexcept {
    return result != nullptr && connection.error_info->error_no == 0 && is_ready(connection) &&
           connection.upsert_status->warning_count == 0;
}

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
    const bool reads = statement != nullptr ? reading_statements().find(statement) != nullptr
                                            : session != nullptr && session->access != sql::MySqlAccess::writes;
    if (statement != nullptr && session != nullptr) session->note_execution(reads);
    const enum_func_status status = session_before.query_read_result_set_header(connection, statement);
    if (!reads) write_count->increment();
    return status;
}

void free_contents(MYSQLND_CONN_DATA* connection) {
    if (connection->protocol_frame_codec != nullptr) mysql_flight_sessions().end(connection->protocol_frame_codec);
    session_before.free_contents(connection);
}

// --- prepared statements

enum_func_status prepare(MYSQLND_STMT* statement, const char* query, size_t size) {
    reading_statements().erase(statement);
    if (statement->data == nullptr || statement->data->conn == nullptr)
        return statement_before.prepare(statement, query, size);
    MYSQLND_CONN_DATA& connection = *statement->data->conn;
    const Bytes text(query, size);
    const bool reads = access_of(connection, text) != sql::MySqlAccess::writes;
    const sql::MySqlQuestions questions = sql::questions_of_mysql(text);
    if (questions.found_rows || questions.last) {
        mysql_flight_sessions().of(connection.protocol_frame_codec).asks = true;
        begin_statement(connection, text);
    }
    const enum_func_status status = statement_before.prepare(statement, query, size);
    if (status == PASS && reads) reading_statements().find_or_add(statement, true);
    return status;
}

enum_func_status end_statement(MYSQLND_STMT* statement, bool implicit) {
    reading_statements().erase(statement);
    return statement_before.dtor(statement, implicit);
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
    FlightStatementMethods& statements = *driver->methods->statement.get();
    statement_before = statements;
    statements.prepare = prepare;
    statements.dtor = end_statement;
}

}  // namespace tern::php
