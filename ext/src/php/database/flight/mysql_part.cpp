#include "php/database/flight/mysql_part.h"

#include <algorithm>

#include "php/database/flight/known_access.h"
#include "php/database/mysql/object.h"
#include "php/database/mysql/session_end.h"
#include "sql/mysql_trace.h"
#include "sql/mysql_words.h"

namespace tern::php {

namespace {

sql::MySqlAccess access_in(Bytes text, sql::MySqlMode mode) {
    static KnownAccess<sql::MySqlAccess, sql::MySqlMode> known;
    return known.of(text, mode, sql::access_of_mysql);
}

sql::MySqlMode mode_of(const MYSQLND_CONN_DATA& connection) noexcept {
    return {!backslashes_escape(connection), false};
}

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

MySqlObject* object_for_flight(const MYSQLND_CONN_DATA& connection, Bytes statement) noexcept {
    const MySqlFlightSession* session = mysql_flight_sessions().find(connection.protocol_frame_codec);
    if (session == nullptr || session->asks || session->leads() || session->copies()) return nullptr;
    const sql::MySqlQuestions questions = sql::questions_of_mysql(statement);
    if (questions.found_rows || questions.last || !is_ready(connection)) return nullptr;
    const DatabasePool::Loan* loan = DatabasePool::find_loan(&connection);
    if (loan == nullptr || !loan->is_reusable) return nullptr;
    auto* object = static_cast<MySqlObject*>(loan->object);
    return object != nullptr && object->has_only_settings() && !is_of_server(*object) ? object : nullptr;
}

// The server gets the last SELECT of this session, which it has not seen, before a statement that asks about it.
void tell_server(MYSQLND_CONN_DATA& connection, MySqlFlightSession& session) {
    const MYSQLND_PFC* codec = connection.protocol_frame_codec;
    session.is_telling = true;
    if (connection.m->query(&connection, session.untold().data(), session.untold().size()) == PASS) {
        MYSQLND_RES* result = connection.m->store_result(&connection);
        if (result != nullptr) result->m.free_result(result, true);
    }
    MySqlFlightSession* after = mysql_flight_sessions().find(codec);
    if (after == nullptr) return;
    after->is_telling = false;
    after->clear_untold();
}

}  // namespace

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

FlightQuery query_for_flight(const MYSQLND_CONN_DATA& connection, Bytes statement, Bytes all) noexcept {
    const MySqlObject* object = all.size() > Flight::kMostText ? nullptr : object_for_flight(connection, statement);
    if (object == nullptr) return {};
    return {object->account()->key(), object->settings().digest(), all};
}

FlightPart join_flight(QueryFlights& flights, Flight& flight, MYSQLND_CONN_DATA& connection, Bytes statement,
                       Bytes all) {
    connection.m->get_reference(&connection);
    const QueryFlights::Joined joined = flights.join(flight);
    const bool may_copy = !query_for_flight(connection, statement, all).text.empty();  // others may have used it
    FlightPart part = FlightPart::none;
    if (joined == QueryFlights::Joined::cancelled) {
        (void)set_error(connection, CR_SERVER_GONE_ERROR, "HY000", "MySQL server has gone away");
        part = FlightPart::refused;
    } else if (joined == QueryFlights::Joined::response && may_copy) {
        mysql_flight_sessions().find(connection.protocol_frame_codec)->copy(*connection.protocol_frame_codec, flight);
        flights.count_shared();
        part = FlightPart::copies;
    } else if (joined == QueryFlights::Joined::response) {
        flight.release();
    }
    connection.m->free_reference(&connection);
    return part;
}

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

bool is_complete(const MYSQLND_CONN_DATA& connection, const MYSQLND_RES* result) noexcept {
    return result != nullptr && connection.error_info->error_no == 0 && is_ready(connection) &&
           connection.upsert_status->warning_count == 0;
}

void begin_statement(MYSQLND_CONN_DATA& connection, Bytes text) {
    MySqlFlightSession& session = *mysql_flight_sessions().find(connection.protocol_frame_codec);
    if (session.is_telling || !session.asks_about_untold(text, mode_of(connection))) return;
    const sql::MySqlAccess access = session.access;
    tell_server(connection, session);
    if (MySqlFlightSession* after = mysql_flight_sessions().find(connection.protocol_frame_codec))
        after->access = access;
}

}  // namespace tern::php
