#include "php/database/queries/pgsql_queries.h"

#include <charconv>

#include "php/database/pgsql/calls.h"
#include "php/database/queries/prepared_digests.h"
#include "php/database/queries/query_sessions.h"

namespace tern::php {

namespace {

using pgsql::kDeallocate;
using pgsql::Oid;
using pgsql::PgsqlValues;
using pgsql::Texts;

struct PgsqlSession : QuerySession {
    PreparedDigests prepared;
};
using WaitingPgsqlCall = WaitingDatabaseCall<PgsqlSession>;

const Libpq* pg = nullptr;

// What the extensions call without the observer: the pool's functions, or libpq's.
struct : pgsql::StatementCalls {
    int (*put_copy_data)(PgConnection*, const char*, int);
    int (*get_copy_data)(PgConnection*, char**, int);
    void (*reset)(PgConnection*);
    void (*finish)(PgConnection*);
} next{};

QuerySessions<PgsqlSession>& pgsql_sessions() noexcept {
    static auto* sessions = new QuerySessions<PgsqlSession>;  // objects may close after everything else has ended
    return *sessions;
}

// --- what is sent

// An object of the pool that rests gets its connection here, with its settings. Suspends.
sql::Syntax syntax_of_pgsql(PgConnection* connection) {
    return {sql::Dialect::postgresql, pg->backslashes_escape(session_connection(connection))};
}

serve::QueryDigest& digest_of_pgsql(PgConnection* connection, Bytes statement) {
    return query_observer()->digest_of(statement, syntax_of_pgsql(connection), "postgresql");
}

// Equal for equal values.
uint64_t hash_of_values(const PgsqlValues& values, uint64_t hash) noexcept {
    values.each([&](Bytes value, bool) {
        hash = value.data() == nullptr ? sql::hash_of({}, ~hash) : sql::hash_of(value, hash);
    });
    return hash;
}

void begin_text(PgConnection* connection, const char* text, const PgsqlValues& values = {}) {
    const Bytes statement(text);
    serve::QueryDigest& digest = digest_of_pgsql(connection, statement);
    const uint64_t exact = hash_of_values(values, sql::hash_of(statement));
    pgsql_sessions().of(connection).begin(digest, exact, values.count == 0 ? statement : Bytes());
}

// A statement that PREPARE has made is known by its name only.
void begin_prepared(PgConnection* connection, const char* name, const PgsqlValues& values) {
    serve::QueryDigest* digest = pgsql_sessions().of(connection).prepared.find(name);
    if (digest == nullptr) {
        digest = &digest_of_pgsql(connection, "EXECUTE " + std::string(name));
    } else {
        digest->retain();
    }
    pgsql_sessions().of(connection).begin(*digest, hash_of_values(values, digest->hash), {});
}

void forget_prepared(const PgConnection* connection, Bytes name) {
    if (PgsqlSession* session = pgsql_sessions().find(connection)) session->prepared.erase(name);
}

bool is_observed_pgsql(const PgConnection* connection) noexcept {
    return connection != nullptr && query_observer() != nullptr;
}

// --- what comes back

void follow_pgsql_transaction(PgConnection* connection, PgsqlSession& session) {
    const int transaction = pg->transaction(real_connection(connection));
    if (transaction == kPgActive) return;  // results follow
    session.follow_transaction(transaction == kPgInTransaction || transaction == kPgInFailedTransaction);
}

// Those that have come, or were changed.
uint64_t rows_of(PgResult* result) noexcept {
    if (pg->status_of(result) != kPgCommandOk) return static_cast<uint64_t>(pg->rows(result));
    const Bytes text = pg->changed_rows(result);
    uint64_t rows = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), rows);
    return rows;
}

void note_pgsql_failure(PgsqlSession& session, const PgResult* result) {
    constexpr int kSqlState = 'C';  // PG_DIAG_SQLSTATE
    const char* code = result == nullptr ? nullptr : pg->error_field(result, kSqlState);
    query_observer()->respond(session.run, code == nullptr ? "_OTHER" : code);
    QueryObserver::end(session.run);
}

void note_pgsql_result(PgConnection* connection, PgsqlSession& session, PgResult* result) {
    if (pg->is_error(result)) {
        note_pgsql_failure(session, result);
    } else {
        query_observer()->respond(session.run, {});
        query_observer()->add_rows(session.run, rows_of(result));
    }
    follow_pgsql_transaction(connection, session);
}

template <class... Parameters, class... More>
PgResult* wait_for_result(PgResult* (*function)(PgConnection*, Parameters...), PgConnection* connection, More... more) {
    const WaitingPgsqlCall call(pgsql_sessions(), connection);
    PgResult* result = function(connection, more...);
    if (PgsqlSession* session = call.end()) note_pgsql_result(connection, *session, result);
    return result;
}

// Its results come with PQgetResult().
template <class... Parameters, class... More>
int send_observed(int (*function)(PgConnection*, Parameters...), PgConnection* connection, More... more) {
    const WaitingPgsqlCall call(pgsql_sessions(), connection);
    const int is_sent = function(connection, more...);
    PgsqlSession* session = call.end();
    if (session != nullptr && is_sent == 0) note_pgsql_failure(*session, nullptr);
    return is_sent;
}

// --- the functions, with libpq's names

PgResult* pq_exec(PgConnection* connection, const char* text) {
    const bool ends_statement = is_observed_pgsql(connection) && pgsql::ends_statement_of_pdo(text);
    if (ends_statement) forget_prepared(connection, Bytes(text).substr(kDeallocate.size()));
    if (ends_statement || !is_observed_pgsql(connection)) return next.exec(connection, text);
    begin_text(connection, text);
    return wait_for_result(next.exec, connection, text);
}

PgResult* pq_exec_params(PgConnection* connection, const char* text, int count, const Oid* types, Texts values,
                         const int* lengths, const int* formats, int format) {
    if (is_observed_pgsql(connection)) begin_text(connection, text, {count, values, lengths, formats});
    return wait_for_result(next.exec_params, connection, text, count, types, values, lengths, formats, format);
}

PgResult* pq_prepare(PgConnection* connection, const char* name, const char* text, int count, const Oid* types) {
    if (!is_observed_pgsql(connection)) return next.prepare(connection, name, text, count, types);
    serve::QueryDigest& digest = digest_of_pgsql(connection, text);
    const int64_t since_ns = QueryObserver::now_ns();
    PgResult* result = next.prepare(connection, name, text, count, types);
    PgsqlSession& session = pgsql_sessions().of(connection);
    if (pg->status_of(result) == kPgCommandOk) {
        session.prepared.set(name, digest);
    } else {
        query_observer()->begin_sent(session.run, digest, QueryObserver::now_ns() - since_ns);
        note_pgsql_result(connection, session, result);
    }
    return result;
}

PgResult* pq_exec_prepared(PgConnection* connection, const char* name, int count, Texts values, const int* lengths,
                           const int* formats, int format) {
    if (is_observed_pgsql(connection)) begin_prepared(connection, name, {count, values, lengths, formats});
    return wait_for_result(next.exec_prepared, connection, name, count, values, lengths, formats, format);
}

PgResult* pq_close_prepared(PgConnection* connection, const char* name) {
    forget_prepared(connection, name);
    return next.close_prepared(connection, name);
}

int pq_send_query(PgConnection* connection, const char* text) {
    if (is_observed_pgsql(connection)) begin_text(connection, text);
    return send_observed(next.send_query, connection, text);
}

int pq_send_query_params(PgConnection* connection, const char* text, int count, const Oid* types, Texts values,
                         const int* lengths, const int* formats, int format) {
    if (is_observed_pgsql(connection)) begin_text(connection, text, {count, values, lengths, formats});
    return send_observed(next.send_query_params, connection, text, count, types, values, lengths, formats, format);
}

int pq_send_prepare(PgConnection* connection, const char* name, const char* text, int count, const Oid* types) {
    if (!is_observed_pgsql(connection)) return next.send_prepare(connection, name, text, count, types);
    serve::QueryDigest& digest = digest_of_pgsql(connection, text);
    const int is_sent = next.send_prepare(connection, name, text, count, types);
    if (is_sent != 0) {
        pgsql_sessions().of(connection).prepared.set(name, digest);
    } else {
        digest.release();
    }
    return is_sent;
}

int pq_send_query_prepared(PgConnection* connection, const char* name, int count, Texts values, const int* lengths,
                           const int* formats, int format) {
    if (is_observed_pgsql(connection)) begin_prepared(connection, name, {count, values, lengths, formats});
    return send_observed(next.send_query_prepared, connection, name, count, values, lengths, formats, format);
}

PgResult* pq_get_result(PgConnection* connection) {
    const WaitingPgsqlCall call(pgsql_sessions(), connection);
    PgResult* result = next.get_result(connection);
    PgsqlSession* session = call.end();
    if (session == nullptr) return result;
    if (result != nullptr) {
        note_pgsql_result(connection, *session, result);
    } else {
        QueryObserver::end(session->run);
        follow_pgsql_transaction(connection, *session);
    }
    return result;
}

int pq_put_copy_data(PgConnection* connection, const char* data, int size) {
    const WaitingPgsqlCall call(pgsql_sessions(), connection);
    const int is_sent = next.put_copy_data(connection, data, size);
    (void)call.end();
    return is_sent;
}

int pq_get_copy_data(PgConnection* connection, char** data, int is_asynchronous) {
    const WaitingPgsqlCall call(pgsql_sessions(), connection);
    const int size = next.get_copy_data(connection, data, is_asynchronous);
    (void)call.end();
    return size;
}

void pq_reset(PgConnection* connection) {
    if (PgsqlSession* session = pgsql_sessions().find(connection)) session->prepared.clear();
    next.reset(connection);
}

void pq_finish(PgConnection* connection) {
    pgsql_sessions().end(connection);
    next.finish(connection);
}

}  // namespace

void take_over_pgsql_queries() noexcept {
    if (pg != nullptr || Libpq::find() == nullptr) return;
    pg = Libpq::find();
    static const boundary::Replacement calls[] = {
        replace_pgsql_call("PQexec", pq_exec, next.exec),
        replace_pgsql_call("PQexecParams", pq_exec_params, next.exec_params),
        replace_pgsql_call("PQprepare", pq_prepare, next.prepare),
        replace_pgsql_call("PQexecPrepared", pq_exec_prepared, next.exec_prepared),
        replace_pgsql_call("PQclosePrepared", pq_close_prepared, next.close_prepared),
        replace_pgsql_call("PQsendQuery", pq_send_query, next.send_query),
        replace_pgsql_call("PQsendQueryParams", pq_send_query_params, next.send_query_params),
        replace_pgsql_call("PQsendPrepare", pq_send_prepare, next.send_prepare),
        replace_pgsql_call("PQsendQueryPrepared", pq_send_query_prepared, next.send_query_prepared),
        replace_pgsql_call("PQgetResult", pq_get_result, next.get_result),
        replace_pgsql_call("PQputCopyData", pq_put_copy_data, next.put_copy_data),
        replace_pgsql_call("PQgetCopyData", pq_get_copy_data, next.get_copy_data),
        replace_pgsql_call("PQreset", pq_reset, next.reset),
        replace_pgsql_call("PQfinish", pq_finish, next.finish),
    };
    redirect_pgsql_calls(calls);
}

}  // namespace tern::php
