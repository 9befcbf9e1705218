#include "php/database/flight/pgsql_flights.h"

#include "php/database/flight/known_access.h"
#include "php/database/flight/pgsql_session.h"
#include "php/database/flight/query_flights.h"
#include "php/database/pgsql/calls.h"
#include "php/database/pgsql/object.h"
#include "sql/pgsql_words.h"
#include "sql/word_table.h"

namespace tern::php {

namespace {

using pgsql::Formats;
using pgsql::kDeallocate;
using pgsql::Oid;
using pgsql::PgsqlValues;
using pgsql::Texts;
using sql::PgsqlAccess;

const Libpq* flight_libpq = nullptr;
shm::WriteCount* pgsql_writes = nullptr;

// What the extensions call without flights: the pool's functions, or libpq's.
struct : pgsql::StatementCalls {
    int (*is_busy)(PgConnection*);
    int (*end_copy)(PgConnection*);
    void (*reset)(PgConnection*);
    void (*finish)(PgConnection*);
} before_flights{};

QuerySessions<PgsqlFlightSession>& flight_sessions() noexcept {
    static auto* sessions = new QuerySessions<PgsqlFlightSession>;  // objects may close after everything else has ended
    return *sessions;
}

// --- what a statement is

bool backslashes_escape_in(PgConnection* name) noexcept {
    if (const PgsqlObject* object = PgsqlObject::of(name)) return object->backslashes_escape();
    return flight_libpq->backslashes_escape(real_connection(name));
}

// An object that rests has an encoding whose texts can be read.
bool may_be_read(PgConnection* name) noexcept {
    if (PgsqlObject::rests(name)) return true;
    const char* encoding = flight_libpq->parameter(real_connection(name), "client_encoding");
    return encoding != nullptr && sql::pgsql_encoding_is_plain(encoding);
}

PgsqlAccess access_of(PgConnection* name, Bytes text) {
    static KnownAccess<PgsqlAccess, bool> known;
    return may_be_read(name) ? known.of(text, backslashes_escape_in(name), sql::access_of_pgsql) : PgsqlAccess::writes;
}

uint64_t digest_of_settings(const PgConnection* name) noexcept {
    const PgsqlObject* object = PgsqlObject::of(name);
    return object == nullptr ? 0 : object->settings().digest();
}

// --- prepared statements

void note_prepared(PgConnection* name, const char* statement, PgsqlFlightSession::Prepared prepared) {
    prepared.settings = digest_of_settings(name);
    flight_sessions().of(name).set(statement, std::move(prepared));
}

PgsqlFlightSession::Prepared prepared_of(PgConnection* name, const char* text, int count, const Oid* types) {
    PgsqlFlightSession::Prepared prepared{text, {}, 0, access_of(name, text)};
    if (types != nullptr) prepared.types.assign(types, types + count);
    return prepared;
}

const PgsqlFlightSession::Prepared* find_prepared(const PgConnection* name, const char* statement) {
    const PgsqlFlightSession* session = flight_sessions().find(name);
    return session == nullptr ? nullptr : session->find(statement);
}

// A text that may end a prepared statement, or make another one with its name.
void note_text(const PgConnection* name, Bytes text) {
    PgsqlFlightSession* session = flight_sessions().find(name);
    if (session == nullptr || !session->has_prepared()) return;
    session->erase_unnamed();
    if (pgsql::ends_statement_of_pdo(text)) return session->erase(text.data() + kDeallocate.size());
    for (const Bytes word : {Bytes("deallocate"), Bytes("discard"), Bytes("prepare")}) {
        if (sql::contains_lower(text, word)) return session->clear();
    }
}

// --- statements that write

// All of its results have come, or the rest is read later.
void end_statement(PgConnection* name, PgsqlAccess access) {
    PgsqlFlightSession* session = flight_sessions().find(name);
    const bool left_before = session != nullptr && std::exchange(session->writes, false);
    if (access != PgsqlAccess::writes && !left_before) return;
    pgsql_writes->increment();
    const bool is_left = flight_libpq->transaction(real_connection(name)) == kPgActive;
    if (is_left) flight_sessions().of(name).writes = true;
}

int end_sending(PgConnection* name, PgsqlAccess access, int is_sent) {
    if (access == PgsqlAccess::writes) {
        flight_sessions().of(name).writes = true;
        pgsql_writes->increment();
    }
    return is_sent;
}

// Of statements whose results are read by themselves. `is_last`: no result is left of one of them.
void note_result(PgConnection* name, bool is_last) {
    PgsqlFlightSession* session = flight_sessions().find(name);
    if (session == nullptr || !session->writes) return;
    pgsql_writes->increment();
    if (is_last && flight_libpq->transaction(real_connection(name)) != kPgActive) session->writes = false;
}

// --- taking part in a flight

// A query with all that decides about its response besides the session. Empty: it takes no part.
class PgsqlQuery {
public:
    PgsqlQuery() = default;
    explicit PgsqlQuery(Bytes text) : text_(text), all_(text.size() <= Flight::kMostText ? text : Bytes()) {}
    PgsqlQuery(Bytes text, Bytes types, const PgsqlValues& values, int format) : text_(text) {
        values.each([&](Bytes value, bool is_binary) { add_value(value, is_binary); });
        add_flight_part(all_, types);
        add_flight_part(all_, text);
        all_ += format == 0 ? 't' : 'b';
        if (!is_shareable_ || all_.size() > Flight::kMostText) all_.clear();
    }
    Bytes text() const noexcept { return text_; }
    const std::string& all() const noexcept { return all_; }

private:
    void add_value(Bytes value, bool is_binary) {
        is_shareable_ = is_shareable_ && all_.size() + value.size() <= Flight::kMostText &&
                        (is_binary || !sql::pgsql_value_varies(value));
        if (!is_shareable_) return;
        all_ += is_binary ? 'b' : value.data() == nullptr ? 'n' : 't';
        add_flight_part(all_, value);
    }

    Bytes text_;
    std::string all_;
    bool is_shareable_ = true;
};

Bytes bytes_of(const Oid* types, size_t count) noexcept {
    return types == nullptr ? Bytes() : Bytes(reinterpret_cast<const char*>(types), count * sizeof(Oid));
}

FlightQuery query_for_flight(const PgConnection* name, const PgsqlQuery& query) noexcept {
    const DatabasePool::Loan* loan = DatabasePool::find_loan(name);
    if (loan == nullptr || !loan->is_reusable) return {};
    const auto* object = static_cast<const PgsqlObject*>(loan->object);
    if (object == nullptr || !object->has_only_settings()) return {};
    return {object->account()->key, object->settings().digest(), query.all()};
}

bool is_still(const FlightQuery& query, const PgConnection* name, const PgsqlQuery& its) noexcept {
    const FlightQuery now = query_for_flight(name, its);
    return !now.text.empty() && now.settings == query.settings && now.key == query.key;
}

// Whether the server sends notices with a result is noted: others would not get them. Results keep this function and
// the name, also longer than the connection.
void note_notice(void* name, const char* message) {
    PgsqlFlightSession* session = flight_sessions().find(static_cast<const PgConnection*>(name));
    if (session == nullptr) return;
    session->lead.has_notice = true;
    if (session->lead.notices != nullptr) session->lead.notices(session->lead.argument, message);
}

void begin_lead(PgConnection* name, Flight& flight) {
    PgsqlFlightSession::Lead& lead = flight_sessions().of(name).lead;
    lead = {&flight, real_connection(name), nullptr, PgsqlObject::of(name)->notices_argument(), false};
    lead.notices = flight_libpq->set_notices(lead.connection, note_notice, name);
}

// True: the server has sent none.
bool end_watch(PgConnection* name, const PgsqlFlightSession::Lead& lead) noexcept {
    const PgsqlObject* object = PgsqlObject::of(name);
    if (object == nullptr || real_connection(name) != lead.connection) return false;
    const bool is_set = object->notices() != nullptr;
    (void)flight_libpq->set_notices(lead.connection, is_set ? object->notices() : lead.notices,
                                    object->notices_argument());
    return !lead.has_notice;
}

// A fatal error has ended the code that led it.
void end_left_lead(PgConnection* name) noexcept {
    PgsqlFlightSession* session = flight_sessions().find(name);
    if (session == nullptr || session->lead.flight == nullptr) return;
    (void)end_watch(name, session->lead);
    Flight& flight = *std::exchange(session->lead.flight, nullptr);
    if (QueryFlights* flights = query_flights()) flights->end(flight, false);
}

// A copy of a result without columns would have no rows.
bool may_be_copied(const PgResult* result) noexcept {
    return flight_libpq->status_of(result) == kPgTuplesOk && flight_libpq->fields(result) > 0 &&
           flight_libpq->memory_size(result) <= Flight::kMostResponse;
}

template <class Send>
PgResult* lead_flight(QueryFlights& flights, PgConnection* name, const FlightQuery& wanted, const PgsqlQuery& query,
                      const Send& send) {
    Flight& flight = flights.begin(wanted);
    flight.note_sent();  // it has a connection, and is sent without a wait
    begin_lead(name, flight);
    PgResult* result = send();
    PgsqlFlightSession::Lead& lead = flight_sessions().of(name).lead;
    const bool is_quiet = end_watch(name, lead);
    lead.flight = nullptr;
    PgResult* copy = nullptr;
    if (is_quiet && flight.is_awaited() && may_be_copied(result) && is_still(wanted, name, query))
        copy = flight_libpq->copy(result, kPgCopyTuples);
    if (copy != nullptr) flight.set_result({copy, [](PgResult* its) { flight_libpq->clear(its); }});
    flights.end(flight, copy != nullptr);
    return result;
}

template <class Send>
PgResult* join_flight(QueryFlights& flights, PgConnection* name, Flight& flight, const FlightQuery& wanted,
                      const PgsqlQuery& query, const Send& send) {
    const QueryFlights::Joined joined = flights.join(flight);
    if (joined == QueryFlights::Joined::cancelled) {
        if (PgsqlObject* object = PgsqlObject::of(name)) object->refuse("no connection to the server\n");
        return nullptr;
    }
    if (joined == QueryFlights::Joined::failed) return send();
    // Others may have used it meanwhile.
    PgResult* copy = nullptr;
    if (is_still(wanted, name, query))
        copy = flight_libpq->copy(static_cast<const PgResult*>(flight.result()), kPgCopyTuples);
    flight.release();
    if (copy == nullptr) return send();
    flights.count_shared();
    return copy;
}

// An object that rests can wait for a response without a connection. To send, it needs one before others may wait for
// it.
template <class Send>
PgResult* share(PgConnection* name, const PgsqlQuery& query, const Send& send) {
    QueryFlights* flights = query_flights();
    if (flights == nullptr || query.all().empty()) return send();
    end_left_lead(name);
    FlightQuery wanted = query_for_flight(name, query);
    if (wanted.text.empty() || !flights->wants(query.text(), {sql::Dialect::postgresql, backslashes_escape_in(name)}))
        return send();
    Flight* flight = may_wait_for_coroutines() ? flights->find(wanted) : nullptr;
    if (flight == nullptr && PgsqlObject::rests(name)) {
        if (session_connection(name) == nullptr) return nullptr;
        wanted = query_for_flight(name, query);
        if (wanted.text.empty()) return send();
        if (may_wait_for_coroutines()) flight = flights->find(wanted);
    }
    if (flight != nullptr) return join_flight(*flights, name, *flight, wanted, query, send);
    return lead_flight(*flights, name, wanted, query, send);
}

// --- the functions

PgResult* flight_exec(PgConnection* name, const char* text) {
    const PgsqlAccess access = access_of(name, text);
    note_text(name, text);
    const auto send = [&] { return before_flights.exec(name, text); };
    PgResult* result = access == PgsqlAccess::repeats ? share(name, PgsqlQuery(text), send) : send();
    end_statement(name, access);
    return result;
}

PgResult* flight_exec_params(PgConnection* name, const char* text, int count, const Oid* types, Texts values,
                             const int* lengths, Formats formats, int format) {
    const PgsqlAccess access = access_of(name, text);
    note_text(name, text);
    const auto send = [&] {
        return before_flights.exec_params(name, text, count, types, values, lengths, formats, format);
    };
    PgResult* result = nullptr;
    if (access == PgsqlAccess::repeats) {
        const Bytes its_types = bytes_of(types, static_cast<size_t>(count));
        result = share(name, PgsqlQuery(text, its_types, {count, values, lengths, formats}, format), send);
    } else {
        result = send();
    }
    end_statement(name, access);
    return result;
}

PgResult* flight_prepare(PgConnection* name, const char* statement, const char* text, int count, const Oid* types) {
    PgsqlFlightSession::Prepared prepared = prepared_of(name, text, count, types);
    if (PgsqlFlightSession* session = flight_sessions().find(name)) session->erase_unnamed();
    PgResult* result = before_flights.prepare(name, statement, text, count, types);
    if (!flight_libpq->is_error(result)) note_prepared(name, statement, std::move(prepared));
    return result;
}

// Each session has prepared it, and its execution is shared.
PgsqlQuery query_of(const PgConnection* name, const PgsqlFlightSession::Prepared& prepared, const PgsqlValues& values,
                    int format) {
    if (prepared.settings != digest_of_settings(name)) return {};
    return {prepared.text, bytes_of(prepared.types.data(), prepared.types.size()), values, format};
}

PgResult* flight_exec_prepared(PgConnection* name, const char* statement, int count, Texts values, const int* lengths,
                               Formats formats, int format) {
    const auto send = [&] {
        return before_flights.exec_prepared(name, statement, count, values, lengths, formats, format);
    };
    const PgsqlFlightSession::Prepared* prepared = find_prepared(name, statement);
    const PgsqlAccess access = prepared == nullptr ? PgsqlAccess::writes : prepared->access;
    PgResult* result = access == PgsqlAccess::repeats
                           ? share(name, query_of(name, *prepared, {count, values, lengths, formats}, format), send)
                           : send();
    end_statement(name, access);
    return result;
}

PgResult* flight_close_prepared(PgConnection* name, const char* statement) {
    if (PgsqlFlightSession* session = flight_sessions().find(name)) session->erase(statement);
    return before_flights.close_prepared(name, statement);
}

int flight_send_query(PgConnection* name, const char* text) {
    const PgsqlAccess access = access_of(name, text);
    note_text(name, text);
    return end_sending(name, access, before_flights.send_query(name, text));
}

int flight_send_query_params(PgConnection* name, const char* text, int count, const Oid* types, Texts values,
                             const int* lengths, Formats formats, int format) {
    const PgsqlAccess access = access_of(name, text);
    note_text(name, text);
    return end_sending(name, access,
                       before_flights.send_query_params(name, text, count, types, values, lengths, formats, format));
}

// Whether the server agrees is not known yet. Executions of a statement that is not known count as writing.
int flight_send_prepare(PgConnection* name, const char* statement, const char* text, int count, const Oid* types) {
    if (PgsqlFlightSession* session = flight_sessions().find(name)) session->erase(statement);
    return before_flights.send_prepare(name, statement, text, count, types);
}

int flight_send_query_prepared(PgConnection* name, const char* statement, int count, Texts values, const int* lengths,
                               Formats formats, int format) {
    const PgsqlFlightSession::Prepared* prepared = find_prepared(name, statement);
    const PgsqlAccess access = prepared == nullptr ? PgsqlAccess::writes : prepared->access;
    return end_sending(name, access,
                       before_flights.send_query_prepared(name, statement, count, values, lengths, formats, format));
}

PgResult* flight_get_result(PgConnection* name) {
    PgResult* result = before_flights.get_result(name);
    note_result(name, result == nullptr);
    return result;
}

int flight_is_busy(PgConnection* name) {
    const int is_busy = before_flights.is_busy(name);
    if (is_busy == 0) note_result(name, false);
    return is_busy;
}

int flight_end_copy(PgConnection* name) {
    const int failed = before_flights.end_copy(name);
    note_result(name, true);
    return failed;
}

void flight_reset(PgConnection* name) {
    end_left_lead(name);
    if (PgsqlFlightSession* session = flight_sessions().find(name)) session->clear();
    before_flights.reset(name);
}

void flight_finish(PgConnection* name) {
    end_left_lead(name);
    flight_sessions().end(name);
    before_flights.finish(name);
}

}  // namespace

void take_over_pgsql_flights(shm::WriteCount& writes) noexcept {
    const Libpq* libpq = Libpq::find();
    if (flight_libpq != nullptr || libpq == nullptr || libpq->copy == nullptr || libpq->memory_size == nullptr) return;
    flight_libpq = libpq;
    pgsql_writes = &writes;
    static const boundary::Replacement rows[] = {
        replace_pgsql_call("PQexec", flight_exec, before_flights.exec),
        replace_pgsql_call("PQexecParams", flight_exec_params, before_flights.exec_params),
        replace_pgsql_call("PQprepare", flight_prepare, before_flights.prepare),
        replace_pgsql_call("PQexecPrepared", flight_exec_prepared, before_flights.exec_prepared),
        replace_pgsql_call("PQclosePrepared", flight_close_prepared, before_flights.close_prepared),
        replace_pgsql_call("PQsendQuery", flight_send_query, before_flights.send_query),
        replace_pgsql_call("PQsendQueryParams", flight_send_query_params, before_flights.send_query_params),
        replace_pgsql_call("PQsendPrepare", flight_send_prepare, before_flights.send_prepare),
        replace_pgsql_call("PQsendQueryPrepared", flight_send_query_prepared, before_flights.send_query_prepared),
        replace_pgsql_call("PQgetResult", flight_get_result, before_flights.get_result),
        replace_pgsql_call("PQisBusy", flight_is_busy, before_flights.is_busy),
        replace_pgsql_call("PQendcopy", flight_end_copy, before_flights.end_copy),
        replace_pgsql_call("PQreset", flight_reset, before_flights.reset),
        replace_pgsql_call("PQfinish", flight_finish, before_flights.finish),
    };
    redirect_pgsql_calls(rows);
}

}  // namespace tern::php
