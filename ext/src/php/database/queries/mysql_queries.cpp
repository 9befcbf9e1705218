#include "php/database/queries/mysql_queries.h"

#include "php/database/mysql/driver.h"
#include "php/database/queries/query_sessions.h"

namespace tern::php {

namespace {

using SessionMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data);
using StatementMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_stmt);
using ResultMethods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_res);
SessionMethods of_session;  // as they were
StatementMethods of_statement;
ResultMethods of_result;

using Session = QuerySession;
using WaitingCall = WaitingDatabaseCall<Session>;

// Of the connections that have sent a query.
QuerySessions<Session>& sessions() noexcept {
    static QuerySessions<Session> sessions;
    return sessions;
}

// The digests of prepared statements, with references.
AddressMap<serve::QueryDigest*>& statements() noexcept {
    static AddressMap<serve::QueryDigest*> map;
    return map;
}

// Only an object that a program has connected has an address. The pool's own have none.
bool is_observed(const MYSQLND_CONN_DATA& session) noexcept {
    return query_observer() != nullptr && session.scheme.s != nullptr;
}

sql::Syntax syntax_of(const MYSQLND_CONN_DATA& session) noexcept {
    return {sql::Dialect::mysql, backslashes_escape(session)};
}

Bytes system_of(const MYSQLND_CONN_DATA& session) noexcept {
    return view(session.server_version).find("MariaDB") == Bytes::npos ? Bytes("mysql") : Bytes("mariadb");
}

// The server tells with each response whether a transaction is open.
void follow_transaction(const MYSQLND_CONN_DATA& connection, Session& session) {
    constexpr unsigned kInTransaction = 1;  // SERVER_STATUS_IN_TRANS
    session.follow_transaction((connection.upsert_status->server_status & kInTransaction) != 0);
}

void note_response(const MYSQLND_CONN_DATA& connection, Session& session, enum_func_status status) {
    QueryObserver& observer = *query_observer();
    constexpr unsigned kUnknownError = 2000;  // CR_UNKNOWN_ERROR
    const unsigned number = connection.error_info->error_no;
    FixedText<20> error;
    if (status == FAIL) error.add(uint64_t{number == 0 ? kUnknownError : number});
    observer.respond(session.run, error.view());
    if (status == FAIL) return QueryObserver::end(session.run);
    follow_transaction(connection, session);
    if (connection.last_query_type == QUERY_SELECT) return;  // rows follow
    constexpr uint64_t kNotKnown = ~uint64_t{0};
    const uint64_t rows = connection.upsert_status->affected_rows;
    if (rows != kNotKnown) observer.add_rows(session.run, rows);
}

void note_result(const MYSQLND_CONN_DATA& connection, Session& session, const MYSQLND_RES* result) {
    if (result != nullptr && result->stored_data != nullptr) {
        query_observer()->add_rows(session.run, result->stored_data->row_count);
    }
    follow_transaction(connection, session);
}

// --- connections. `More`: what versions of PHP add to the arguments.

template <class... More>
enum_func_status send_query(MYSQLND_CONN_DATA* connection, const char* query, size_t size, More... more) {
    if (!is_observed(*connection)) return of_session.send_query(connection, query, size, more...);
    const Bytes statement(query, size);
    serve::QueryDigest& digest = query_observer()->digest_of(statement, syntax_of(*connection), system_of(*connection));
    sessions().of(connection).begin(digest, sql::hash_of(statement), statement);
    const WaitingCall call(sessions(), connection);
    const enum_func_status status = of_session.send_query(connection, query, size, more...);
    Session* session = call.end();
    if (session != nullptr && status == FAIL) note_response(*connection, *session, status);
    return status;
}

template <class... More>
enum_func_status reap_query(MYSQLND_CONN_DATA* connection, More... more) {
    if (!is_observed(*connection)) return of_session.reap_query(connection, more...);
    const WaitingCall call(sessions(), connection);
    const enum_func_status status = of_session.reap_query(connection, more...);
    if (Session* session = call.end()) note_response(*connection, *session, status);
    return status;
}

template <class... More>
MYSQLND_RES* store_result(MYSQLND_CONN_DATA* connection, More... more) {
    if (!is_observed(*connection)) return of_session.store_result(connection, more...);
    const WaitingCall call(sessions(), connection);
    MYSQLND_RES* result = of_session.store_result(connection, more...);
    if (Session* session = call.end()) note_result(*connection, *session, result);
    return result;
}

// Of several statements in one query: they are one to the observer.
enum_func_status next_result(MYSQLND_CONN_DATA* connection) {
    if (!is_observed(*connection)) return of_session.next_result(connection);
    const WaitingCall call(sessions(), connection);
    const enum_func_status status = of_session.next_result(connection);
    Session* session = call.end();
    if (session != nullptr && status == PASS) note_response(*connection, *session, status);
    return status;
}

// The object has ended, or connects again.
void free_contents(MYSQLND_CONN_DATA* connection) {
    sessions().end(connection);
    of_session.free_contents(connection);
}

// --- prepared statements

// Of the parameters that are bound: equal for equal values.
uint64_t hash_of_parameters(const MYSQLND_STMT_DATA& statement, uint64_t hash) noexcept {
    if (statement.param_bind == nullptr) return hash;
    for (unsigned i = 0; i < statement.param_count; ++i) {
        const zval* value = &statement.param_bind[i].zv;
        ZVAL_DEREF(value);
        if (Z_TYPE_P(value) == IS_STRING) {
            hash = sql::hash_of(view(Z_STR_P(value)), hash);
        } else {
            const bool is_number = Z_TYPE_P(value) == IS_LONG || Z_TYPE_P(value) == IS_DOUBLE;
            const zend_long number[] = {Z_TYPE_P(value), is_number ? Z_LVAL_P(value) : 0};
            hash = sql::hash_of({reinterpret_cast<const char*>(number), sizeof number}, hash);
        }
    }
    return hash;
}

void forget_statement(const MYSQLND_STMT* statement) noexcept {
    serve::QueryDigest** found = statements().find(statement);
    if (found == nullptr) return;
    (*found)->release();
    statements().erase(statement);
}

MYSQLND_CONN_DATA* connection_of(const MYSQLND_STMT* statement) noexcept {
    MYSQLND_CONN_DATA* connection =
        statement == nullptr || statement->data == nullptr ? nullptr : statement->data->conn;
    return connection != nullptr && is_observed(*connection) ? connection : nullptr;
}

enum_func_status prepare(MYSQLND_STMT* statement, const char* query, size_t size) {
    const MYSQLND_CONN_DATA* connection = connection_of(statement);
    if (connection == nullptr) return of_statement.prepare(statement, query, size);
    forget_statement(statement);
    serve::QueryDigest& digest =
        query_observer()->digest_of({query, size}, syntax_of(*connection), system_of(*connection));
    const enum_func_status status = of_statement.prepare(statement, query, size);
    if (status == PASS) {
        forget_statement(statement);
        statements().find_or_add(statement, nullptr) = &digest;
    } else {
        digest.release();
    }
    return status;
}

enum_func_status execute(MYSQLND_STMT* statement) {
    MYSQLND_CONN_DATA* connection = connection_of(statement);
    serve::QueryDigest** found = connection == nullptr ? nullptr : statements().find(statement);
    if (found == nullptr) return of_statement.execute(statement);
    serve::QueryDigest& digest = **found;
    digest.retain();
    sessions().of(connection).begin(digest, hash_of_parameters(*statement->data, digest.hash), {});
    const WaitingCall call(sessions(), connection);
    const enum_func_status status = of_statement.execute(statement);
    if (Session* session = call.end()) note_response(*connection, *session, status);
    return status;
}

MYSQLND_RES* store_statement(MYSQLND_STMT* statement, decltype(of_statement.store_result) store) {
    MYSQLND_CONN_DATA* connection = connection_of(statement);
    if (connection == nullptr) return store(statement);
    const WaitingCall call(sessions(), connection);
    MYSQLND_RES* result = store(statement);
    if (Session* session = call.end()) note_result(*connection, *session, result);
    return result;
}

MYSQLND_RES* store_statement_result(MYSQLND_STMT* statement) {
    return store_statement(statement, of_statement.store_result);
}

MYSQLND_RES* get_statement_result(MYSQLND_STMT* statement) {
    return store_statement(statement, of_statement.get_result);
}

enum_func_status end_statement(MYSQLND_STMT* statement, bool implicit) {
    forget_statement(statement);
    return of_statement.dtor(statement, implicit);
}

// --- results that are read row by row

void free_result_contents(MYSQLND_RES* result) {
    if (result->unbuf != nullptr && result->conn != nullptr) {
        if (Session* session = sessions().find(result->conn)) {
            query_observer()->add_rows(session->run, result->unbuf->row_count);
            follow_transaction(*result->conn, *session);
        }
    }
    of_result.free_result_contents(result);
}

void take_over_statements(StatementMethods& methods) noexcept {
    of_statement = methods;
    methods.prepare = prepare;
    methods.execute = execute;
    methods.store_result = store_statement_result;
    methods.get_result = get_statement_result;
    methods.dtor = end_statement;
}

}  // namespace

void take_over_mysql_queries() noexcept {
    const MySqlDriver* driver = MySqlDriver::find();
    if (driver == nullptr) return;
    SessionMethods& methods = *driver->methods->connection_data.get();
    of_session = methods;
    methods.send_query = send_query;
    methods.reap_query = reap_query;
    methods.store_result = store_result;
    methods.next_result = next_result;
    methods.free_contents = free_contents;
    take_over_statements(*driver->methods->statement.get());
    ResultMethods& results = *driver->methods->result.get();
    of_result = results;
    results.free_result_contents = free_result_contents;
}

}  // namespace tern::php
