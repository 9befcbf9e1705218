#include "php/database/pgsql/session_calls.h"

#include <dlfcn.h>

#include "php/database/pgsql/object.h"
#include "php/database/pgsql/statement_calls.h"

namespace tern::php {

namespace {

using pgsql::Formats;
using pgsql::Oid;
using pgsql::Texts;

const Libpq* session_libpq = nullptr;

struct : pgsql::StatementCalls {
    int (*status)(const PgConnection*);
    int (*transaction_status)(const PgConnection*);
    int (*set_encoding)(PgConnection*, const char*);
    PgNoticeProcessor (*set_notices)(PgConnection*, PgNoticeProcessor, void*);
    int (*set_verbosity)(PgConnection*, int);
    int (*set_context)(PgConnection*, int);
    void (*trace)(PgConnection*, FILE*);
    void (*untrace)(PgConnection*);
} libpqs{};

// What a call does: with the connection of this name, and what the pool knows of it.
class SessionCall {
public:
    // Suspends.
    explicit SessionCall(PgConnection* name) : name_(name), real_(session_connection(name)) {}
    PgConnection* real() const noexcept { return real_; }
    // Null: the pool does not know it, or it has no connection. Another coroutine may end it in a call.
    PgsqlObject* object() const noexcept { return real_ == nullptr ? nullptr : PgsqlObject::of(name_); }
    // A statement that is refused is sent to no connection, which is an error.
    void begin(const char* statement) {
        PgsqlObject* its = object();
        if (its != nullptr && !its->begin_statement(statement)) real_ = nullptr;
    }
    void begin_prepared(const char* statement) const {
        if (PgsqlObject* its = object()) its->begin_prepared(statement);
    }
    PgResult* end(PgResult* result) const {
        if (PgsqlObject* its = object()) its->note_response(!session_libpq->is_error(result));
        return result;
    }
    int sent(int is_sent) const {
        if (PgsqlObject* its = object()) its->note_sent();
        return is_sent;
    }

private:
    PgConnection* name_;
    PgConnection* real_;
};

// --- statements

PgResult* exec(PgConnection* name, const char* text) {
    SessionCall call(name);
    call.begin(text);
    return call.end(libpqs.exec(call.real(), text));
}

PgResult* exec_params(PgConnection* name, const char* text, int count, const Oid* types, Texts values,
                      const int* lengths, Formats formats, int format) {
    SessionCall call(name);
    call.begin(text);
    return call.end(libpqs.exec_params(call.real(), text, count, types, values, lengths, formats, format));
}

PgResult* prepare(PgConnection* name, const char* statement, const char* text, int count, const Oid* types) {
    SessionCall call(name);
    call.begin(text);
    PgResult* result = libpqs.prepare(call.real(), statement, text, count, types);
    if (PgsqlObject* object = call.object()) object->note_prepared(statement, !session_libpq->is_error(result));
    return result;
}

PgResult* exec_prepared(PgConnection* name, const char* statement, int count, Texts values, const int* lengths,
                        Formats formats, int format) {
    const SessionCall call(name);
    call.begin_prepared(statement);
    return call.end(libpqs.exec_prepared(call.real(), statement, count, values, lengths, formats, format));
}

PgResult* close_prepared(PgConnection* name, const char* statement) {
    const SessionCall call(name);
    if (PgsqlObject* object = call.object()) object->end_prepared(statement);
    PgResult* result = libpqs.close_prepared(call.real(), statement);
    if (PgsqlObject* object = session_libpq->is_error(result) ? nullptr : call.object()) object->note_end_of_prepared();
    return result;
}

int send_query(PgConnection* name, const char* text) {
    SessionCall call(name);
    call.begin(text);
    return call.sent(libpqs.send_query(call.real(), text));
}

int send_query_params(PgConnection* name, const char* text, int count, const Oid* types, Texts values,
                      const int* lengths, Formats formats, int format) {
    SessionCall call(name);
    call.begin(text);
    return call.sent(libpqs.send_query_params(call.real(), text, count, types, values, lengths, formats, format));
}

int send_prepare(PgConnection* name, const char* statement, const char* text, int count, const Oid* types) {
    SessionCall call(name);
    call.begin(text);
    const int is_sent = libpqs.send_prepare(call.real(), statement, text, count, types);
    if (PgsqlObject* object = call.object()) object->note_prepared(statement, is_sent != 0);
    return is_sent;
}

int send_query_prepared(PgConnection* name, const char* statement, int count, Texts values, const int* lengths,
                        Formats formats, int format) {
    const SessionCall call(name);
    call.begin_prepared(statement);
    return call.sent(libpqs.send_query_prepared(call.real(), statement, count, values, lengths, formats, format));
}

// --- what an object answers while it rests

PgResult* get_result(PgConnection* name) {
    if (PgsqlObject::rests(name)) return nullptr;
    return libpqs.get_result(session_connection(name));
}

int status(const PgConnection* name) {
    if (PgsqlObject::rests(name)) return PgsqlObject::of(name)->is_lost() ? kPgConnectionBad : kPgConnected;
    return libpqs.status(real_connection(const_cast<PgConnection*>(name)));
}

int transaction_status(const PgConnection* name) {
    if (PgsqlObject::rests(name)) return kPgIdle;
    return libpqs.transaction_status(real_connection(const_cast<PgConnection*>(name)));
}

// --- settings

int set_encoding(PgConnection* name, const char* encoding) {
    const SessionCall call(name);
    const int failed = libpqs.set_encoding(call.real(), encoding);
    PgsqlObject* object = failed == 0 ? call.object() : nullptr;
    if (object != nullptr) object->note_encoding(encoding);
    return failed;
}

PgNoticeProcessor set_notices(PgConnection* name, PgNoticeProcessor processor, void* argument) {
    if (PgsqlObject* object = PgsqlObject::of(name)) return object->set_notices(processor, argument);
    return libpqs.set_notices(real_connection(name), processor, argument);
}

int set_verbosity(PgConnection* name, int verbosity) {
    const SessionCall call(name);
    if (PgsqlObject* object = call.object()) object->set_verbosity(verbosity);
    return libpqs.set_verbosity(call.real(), verbosity);
}

int set_context(PgConnection* name, int context) {
    const SessionCall call(name);
    if (PgsqlObject* object = call.object()) object->set_context(context);
    return libpqs.set_context(call.real(), context);
}

void trace(PgConnection* name, FILE* file) {
    const SessionCall call(name);
    if (PgsqlObject* object = call.object()) object->set_pin(Pin::setting);
    libpqs.trace(call.real(), file);
}

void untrace(PgConnection* name) { libpqs.untrace(real_connection(name)); }

template <class Function>
boundary::Replacement take_over(const char* name, Function* ours, Function*& theirs) noexcept {
    return pgsql::replace(name, ours, theirs, dlsym(RTLD_DEFAULT, name));
}

}  // namespace

std::span<boundary::Replacement> pgsql_session_calls(const Libpq& libpq) noexcept {
    session_libpq = &libpq;
    static boundary::Replacement rows[] = {
        take_over("PQexec", exec, libpqs.exec),
        take_over("PQexecParams", exec_params, libpqs.exec_params),
        take_over("PQprepare", prepare, libpqs.prepare),
        take_over("PQexecPrepared", exec_prepared, libpqs.exec_prepared),
        take_over("PQclosePrepared", close_prepared, libpqs.close_prepared),
        take_over("PQsendQuery", send_query, libpqs.send_query),
        take_over("PQsendQueryParams", send_query_params, libpqs.send_query_params),
        take_over("PQsendPrepare", send_prepare, libpqs.send_prepare),
        take_over("PQsendQueryPrepared", send_query_prepared, libpqs.send_query_prepared),
        take_over("PQgetResult", get_result, libpqs.get_result),
        take_over("PQstatus", status, libpqs.status),
        take_over("PQtransactionStatus", transaction_status, libpqs.transaction_status),
        take_over("PQsetClientEncoding", set_encoding, libpqs.set_encoding),
        take_over("PQsetNoticeProcessor", set_notices, libpqs.set_notices),
        take_over("PQsetErrorVerbosity", set_verbosity, libpqs.set_verbosity),
        take_over("PQsetErrorContextVisibility", set_context, libpqs.set_context),
        take_over("PQtrace", trace, libpqs.trace),
        take_over("PQuntrace", untrace, libpqs.untrace),
    };
    return rows;
}

}  // namespace tern::php
