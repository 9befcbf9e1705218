#include "php/database/flight/mysql_prepared.h"

#include "php/database/flight/mysql_part.h"
#include "php/database/mysql/connection.h"
#include "php/database/mysql/object.h"
#include "php/database/mysql/session_end.h"
#include "sql/mysql_trace.h"

namespace tern::php {

namespace {

using PreparedMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_stmt);
PreparedMethods prepared_before;  // as they were

struct PreparedStatement {
    std::string text;
    std::string types;  // of its parameters, as the server has got them last
    uint64_t settings;  // a digest of those with which it was prepared
    sql::MySqlAccess access;
    bool counts_rows;            // FOUND_ROWS() is the number of its rows
    bool has_long_data = false;  // which is sent apart from an execution
};

AddressMap<PreparedStatement*>& prepared_statements() noexcept {
    static AddressMap<PreparedStatement*> statements;
    return statements;
}

PreparedStatement* find_prepared_statement(const MYSQLND_STMT& statement) noexcept {
    PreparedStatement** found = prepared_statements().find(&statement);
    return found == nullptr ? nullptr : *found;
}

void erase_prepared_statement(const MYSQLND_STMT& statement) noexcept {
    delete find_prepared_statement(statement);
    prepared_statements().erase(&statement);
}

MySqlFlightSession* session_of(const MYSQLND_STMT& statement) noexcept {
    const bool has_connection = statement.data != nullptr && statement.data->conn != nullptr;
    return has_connection ? mysql_flight_sessions().find(statement.data->conn->protocol_frame_codec) : nullptr;
}

bool leads(const MYSQLND_STMT& statement) noexcept {
    const MySqlFlightSession* session = session_of(statement);
    return session != nullptr && session->leads();
}

// --- what is executed

// The message: the number of the statement, its cursor, 1, which values are NULL, whether types follow, types, values.
class ExecutionMessage {
public:
    ExecutionMessage(Bytes message, size_t parameters) noexcept : message_(message), parameters_(parameters) {}
    bool has_cursor() const noexcept { return message_[kFlags] != 0; }
    bool has_types() const noexcept { return parameters_ > 0 && message_[after_nulls()] != 0; }
    Bytes nulls() const noexcept {
        return parameters_ == 0 ? Bytes() : message_.substr(kHeader, after_nulls() - kHeader);
    }
    Bytes types() const noexcept { return has_types() ? message_.substr(after_nulls() + 1, 2 * parameters_) : Bytes(); }
    Bytes values() const noexcept {
        return parameters_ == 0 ? Bytes() : message_.substr(after_nulls() + 1 + types().size());
    }

private:
    static constexpr size_t kFlags = 4;
    static constexpr size_t kHeader = 9;
    size_t after_nulls() const noexcept { return kHeader + (parameters_ + 7) / 8; }

    Bytes message_;
    size_t parameters_;
};

// Empty: it is not shared.
std::string all_of(const PreparedStatement& prepared, const ExecutionMessage& message) {
    std::string all;
    if (prepared.has_long_data || message.has_cursor()) return all;
    for (const Bytes part : {Bytes(prepared.text), Bytes(prepared.types), message.nulls(), message.values()})
        add_flight_part(all, part);
    return all;
}

bool may_be_shared(const MYSQLND_CONN_DATA& connection, const PreparedStatement& prepared) noexcept {
    if (prepared.access != sql::MySqlAccess::repeats || !prepared.counts_rows) return false;
    const MySqlObject* object = MySqlObject::of(connection);
    return object != nullptr && object->settings().digest() == prepared.settings;
}

FlightPart join_or_lead_execution(QueryFlights& flights, MYSQLND_CONN_DATA& connection, Bytes statement, Bytes all) {
    (void)mysql_flight_sessions().of(connection.protocol_frame_codec);
    const FlightQuery query = query_for_flight(connection, statement, all);
    if (query.text.empty() || !flights.wants(statement, {sql::Dialect::mysql, backslashes_escape(connection)}))
        return FlightPart::none;
    Flight* flight = may_wait_for_coroutines() ? flights.find(query) : nullptr;
    if (flight != nullptr) return join_flight(flights, *flight, connection, statement, all);
    MYSQLND_PFC& codec = *connection.protocol_frame_codec;
    mysql_flight_sessions().of(&codec).lead(codec, flights.begin(query));
    return FlightPart::leads;
}

// --- the methods

// The statement whose execute() has been called, and has not sent anything yet: only there is a response read at once.
const MYSQLND_STMT* whole_execution = nullptr;

enum_func_status send_refusal(MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY*, php_mysqlnd_server_command, const zend_uchar*,
                              size_t, bool, MYSQLND_CONNECTION_STATE*, MYSQLND_ERROR_INFO*, MYSQLND_UPSERT_STATUS*,
                              MYSQLND_STATS*, func_mysqlnd_conn_data__send_close, void*) {
    return FAIL;
}

enum_func_status generate_execute_request(MYSQLND_STMT* statement, zend_uchar** request, size_t* size, bool* is_owned) {
    const bool is_whole = std::exchange(whole_execution, nullptr) == statement;
    const enum_func_status status = prepared_before.generate_execute_request(statement, request, size, is_owned);
    PreparedStatement* prepared = find_prepared_statement(*statement);
    if (status != PASS || prepared == nullptr) return status;
    const ExecutionMessage message({reinterpret_cast<const char*>(*request), *size}, statement->data->param_count);
    if (message.has_types()) prepared->types = message.types();
    MYSQLND_CONN_DATA& connection = *statement->data->conn;
    QueryFlights* flights = is_whole && may_be_shared(connection, *prepared) ? query_flights() : nullptr;
    const std::string all = flights == nullptr ? std::string() : all_of(*prepared, message);
    if (all.empty()) return status;
    const std::string text = prepared->text;
    const FlightPart part = join_or_lead_execution(*flights, connection, text, all);
    switch (part) {
        case FlightPart::copies:
        case FlightPart::refused:
            connection.payload_decoder_factory->m.send_command =
                part == FlightPart::copies ? send_nothing : send_refusal;
            statement->data->send_types_to_server = 1;  // with the next execution that is sent
            break;
        case FlightPart::leads:
        case FlightPart::none: break;
    }
    return status;
}

enum_func_status send_execute(MYSQLND_STMT* statement, enum_mysqlnd_send_execute_type type, zval* read, zval* error) {
    if (statement->data == nullptr || statement->data->conn == nullptr)
        return prepared_before.send_execute(statement, type, read, error);
    auto& methods = statement->data->conn->payload_decoder_factory->m;
    const auto send = methods.send_command;
    if (type == MYSQLND_SEND_EXECUTE_IMPLICIT) whole_execution = statement;
    const enum_func_status status = prepared_before.send_execute(statement, type, read, error);
    whole_execution = nullptr;
    methods.send_command = send;
    if (!leads(*statement)) return status;
    if (status == PASS) {
        session_of(*statement)->note_sent();
    } else {
        session_of(*statement)->end_lead(false);
    }
    return status;
}

enum_func_status execute(MYSQLND_STMT* statement) {
    const enum_func_status status = prepared_before.execute(statement);
    MySqlFlightSession* session = session_of(*statement);
    if (session == nullptr) return status;
    if (session->copies()) session->note_rows();
    if (!session->leads()) return status;
    if (status == PASS && statement->data->state == MYSQLND_STMT_WAITING_USE_OR_STORE) {
        session->expect_store();
    } else {
        session->end_lead(false);
    }
    return status;
}

// A session that has not executed it can only make as many rows again.
bool is_complete_execution(const MYSQLND_STMT& statement, MYSQLND_RES* result) noexcept {
    return is_complete(*statement.data->conn, result) && statement.data->error_info->error_no == 0 &&
           result->m.num_rows(result) <= kMostRowsMade;
}

MYSQLND_RES* store(MYSQLND_RES* (*store_before)(MYSQLND_STMT*), MYSQLND_STMT* statement) {
    if (!leads(*statement)) return store_before(statement);
    session_of(*statement)->begin_store();
    MYSQLND_RES* result = store_before(statement);
    if (!leads(*statement)) return result;
    MySqlFlightSession& session = *session_of(*statement);
    const bool is_whole = is_complete_execution(*statement, result);
    session.end_lead(is_whole, is_whole ? result->m.num_rows(result) : 0);
    return result;
}

MYSQLND_RES* store_execution(MYSQLND_STMT* statement) { return store(prepared_before.store_result, statement); }
MYSQLND_RES* get_execution(MYSQLND_STMT* statement) { return store(prepared_before.get_result, statement); }

// The program may take any time to read it.
MYSQLND_RES* use_execution(MYSQLND_STMT* statement) {
    if (leads(*statement)) session_of(*statement)->end_lead(false);
    return prepared_before.use_result(statement);
}

enum_func_status send_long_data(MYSQLND_STMT* statement, unsigned parameter, const char* data, zend_ulong size) {
    if (PreparedStatement* prepared = find_prepared_statement(*statement)) prepared->has_long_data = true;
    return prepared_before.send_long_data(statement, parameter, data, size);
}

PreparedStatement prepared_in(const MYSQLND_CONN_DATA& connection, Bytes text) {
    const MySqlObject* object = MySqlObject::of(connection);
    const sql::MySqlAccess access = access_of(connection, text);
    const bool repeats = object != nullptr && access == sql::MySqlAccess::repeats;
    const bool counts_rows = repeats && sql::trace_of_mysql(text, object->mode()).trace == sql::MySqlTrace::rows;
    return {std::string(text), {}, object == nullptr ? 0 : object->settings().digest(), access, counts_rows};
}

enum_func_status prepare(MYSQLND_STMT* statement, const char* query, size_t size) {
    erase_prepared_statement(*statement);
    if (statement->data == nullptr || statement->data->conn == nullptr)
        return prepared_before.prepare(statement, query, size);
    MYSQLND_CONN_DATA& connection = *statement->data->conn;
    const Bytes text(query, size);
    PreparedStatement prepared = prepared_in(connection, text);
    const sql::MySqlQuestions questions = sql::questions_of_mysql(text);
    if (questions.found_rows || questions.last) {
        mysql_flight_sessions().of(connection.protocol_frame_codec).asks = true;
        begin_statement(connection, text);
    }
    const enum_func_status status = prepared_before.prepare(statement, query, size);
    if (status == PASS && prepared.access != sql::MySqlAccess::writes)
        prepared_statements().find_or_add(statement, nullptr) = new PreparedStatement(std::move(prepared));
    return status;
}

enum_func_status end_prepared_statement(MYSQLND_STMT* statement, bool implicit) {
    erase_prepared_statement(*statement);
    return prepared_before.dtor(statement, implicit);
}

}  // namespace

bool only_reads(const MYSQLND_STMT& statement) noexcept { return find_prepared_statement(statement) != nullptr; }

void take_over_prepared_flights(PreparedMethods& methods) noexcept {
    prepared_before = methods;
    methods.prepare = prepare;
    methods.execute = execute;
    methods.send_execute = send_execute;
    methods.generate_execute_request = generate_execute_request;
    methods.store_result = store_execution;
    methods.get_result = get_execution;
    methods.use_result = use_execution;
    methods.send_long_data = send_long_data;
    methods.dtor = end_prepared_statement;
}

}  // namespace tern::php
