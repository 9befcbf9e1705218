#include "php/database/pgsql/calls.h"

#include <algorithm>
#include <dlfcn.h>
#include <vector>

#include "php/database/pgsql/connection.h"
#include "php/database/pgsql/forwarded_calls.h"
#include "php/database/pgsql/key.h"
#include "php/database/pgsql/object.h"
#include "php/database/pgsql/session_calls.h"
#include "php/engine/classes.h"

namespace tern::php {

ProgramConnections& program_connections() noexcept {
    static auto* connections = new ProgramConnections;  // objects may close after everything else has ended
    return *connections;
}

PgConnection* connection_for_call(PgConnection* name) { return PgsqlObject::connection_for_call(name); }

namespace {

const Libpq* libpq = nullptr;

// --- which objects get a connection of the pool

constexpr zend_ulong kPersistent = 12;  // PDO::ATTR_PERSISTENT

// As PDO's constructor understands it: a number, or the name of a connection.
bool is_persistent_option(const zval& value) noexcept {
    const bool is_name = Z_TYPE(value) == IS_STRING && Z_STRLEN(value) > 0 &&
                         is_numeric_string(Z_STRVAL(value), Z_STRLEN(value), nullptr, nullptr, false) == 0;
    return is_name || zval_get_long(const_cast<zval*>(&value)) != 0;
}

// Of `new PDO` and PDO::connect().
bool wants_persistent(const zend_execute_data& call) noexcept {
    constexpr uint32_t kOptions = 4;
    if (ZEND_CALL_NUM_ARGS(&call) < kOptions) return false;
    const zval* options = ZEND_CALL_ARG(&call, kOptions);
    ZVAL_DEREF(options);
    if (Z_TYPE_P(options) != IS_ARRAY) return false;
    const zval* value = zend_hash_index_find(Z_ARRVAL_P(options), kPersistent);
    if (value == nullptr) return false;
    ZVAL_DEREF(value);
    return is_persistent_option(*value);
}

// Whether the running call makes an object that ends with its request. pg_pconnect() does not.
bool makes_usual_object() noexcept {
    const zend_execute_data* call = EG(current_execute_data);
    if (call == nullptr || call->func == nullptr || call->func->type != ZEND_INTERNAL_FUNCTION) return false;
    const zend_class_entry* scope = call->func->common.scope;
    const Bytes name = view(call->func->common.function_name);
    if (scope == nullptr) return name == "pg_connect";
    return view(scope->name) == "PDO" && (name == "__construct" || name == "connect") && !wants_persistent(*call);
}

// The library's own client, Swoole\Coroutine\PostgreSQL, keeps sessions itself.
DatabasePool* pool_of_call() noexcept {
    DatabasePool* pool = database_pool();
    const bool is_for_pool =
        pool != nullptr && makes_usual_object() && !is_library_file(zend_get_executed_filename_ex());
    return is_for_pool ? pool : nullptr;
}

// --- connecting

PgsqlObject& begin_use(DatabasePool& pool, PgConnection* name, PgsqlConnection* connection,
                       const PgsqlConnection::Account& account) {
    pool.begin_use(name, connection);
    auto* object = new PgsqlObject(pool, *libpq, name, account);
    pool.loan_of(name)->object = object;
    return *object;
}

bool end_use(DatabasePool& pool, const PgConnection* name, DatabasePool::Loan& loan) noexcept {
    if (!pool.end_use(name, loan)) return false;
    delete static_cast<PgsqlObject*>(std::exchange(loan.object, nullptr));
    return true;
}

// The place of the new connection is taken.
PgConnection* log_in(DatabasePool& pool, const PgsqlLogin& login, const char* conninfo) {
    const auto account = std::make_shared<PgsqlAccount>(login.key, conninfo);
    PgConnection* name = program_connections().add(nullptr);
    PgsqlObject& object = begin_use(pool, name, nullptr, account);
    PgConnection* made = libpq->connect(conninfo);
    if (libpq->status(made) != kPgConnected) {
        DatabasePool::Loan ignored;
        (void)end_use(pool, name, ignored);
        pool.release_place(pool::Closed::failed);
        program_connections().remove(name);
        return made;
    }
    auto* connection = new PgsqlConnection(*libpq, account, *made);
    program_connections().set(name, made);
    pool.loan_of(name)->connection = connection;
    pool.count_made();
    // After the wait the table may have changed. A connection that is lost by now shows that itself.
    const bool is_known = connection->learn() || libpq->status(made) != kPgConnected;
    if (login.replicates || !is_known) DatabasePool::refuse_reuse(name, pool::Closed::unsupported);
    connection->lend();
    object.begin(*connection);
    return name;
}

PgConnection* lend(DatabasePool& pool, PgsqlConnection& found) {
    PgConnection* name = program_connections().add(found.connection());
    PgsqlObject& object = begin_use(pool, name, &found, found.account());
    found.lend();
    object.begin(found);
    return name;
}

PgConnection* connect(DatabasePool& pool, const char* conninfo) {
    const PgsqlLogin login = login_of(*libpq, conninfo);
    for (;;) {
        Result<pool::Connection*> taken = pool.take(login.key);
        if (!taken.ok()) {
            PgConnection* name = program_connections().add(nullptr);
            PgsqlObject::set_refusal(name, pool, taken.error());
            return name;
        }
        auto* found = static_cast<PgsqlConnection*>(taken.value());
        if (found == nullptr) return log_in(pool, login, conninfo);
        if (found->change_to({})) return lend(pool, *found);
        pool.close(*found, pool::Closed::unclean);
    }
}

PgConnection* connect_db(const char* conninfo) {
    DatabasePool* pool = pool_of_call();
    return pool == nullptr ? libpq->connect(conninfo) : connect(*pool, conninfo);
}

// Waiting suspends the coroutine: so the program gets a connection that is ready, and PQconnectPoll() says so.
PgConnection* start_connect(const char* conninfo) {
    DatabasePool* pool = pool_of_call();
    return pool == nullptr ? libpq->start_connect(conninfo) : connect(*pool, conninfo);
}

// --- the end of a use

bool is_reusable(const PgsqlConnection& connection, DatabasePool::Loan& loan) noexcept {
    if (!loan.is_reusable) return false;
    loan.reason = pool::Closed::fatal_error;
    if (CG(unclean_shutdown) || coroutines()->damaged || coroutines()->bailed) return false;
    return !connection.is_stuck(loan.reason);
}

void end_session(DatabasePool& pool, DatabasePool::Loan& loan) {
    auto& connection = static_cast<PgsqlConnection&>(*loan.connection);
    const bool is_good = is_reusable(connection, loan);
    connection.take_back();
    if (is_good && connection.is_open()) return pool.give_back(connection);
    // A query that was not told to end continues at the server.
    pool.abandon(connection, is_good ? pool::Closed::lost : loan.reason);
}

void finish(PgConnection* connection) {
    if (!ProgramConnections::is_name(connection)) return libpq->finish(connection);
    PgConnection* real = program_connections().find(connection);
    program_connections().remove(connection);
    DatabasePool* pool = database_pool();
    DatabasePool::Loan loan;
    if (pool == nullptr) return libpq->finish(real);  // in a child of fork(), as without a pool
    if (end_use(*pool, connection, loan) && loan.connection != nullptr) end_session(*pool, loan);
}

// --- calls that say something about the connection

// The next session of an object that rests is a new one anyway.
void reset(PgConnection* connection) {
    if (!PgsqlObject::rests(connection)) libpq->reset(real_connection(connection));
    DatabasePool::Loan* loan = ProgramConnections::is_name(connection) ? DatabasePool::find_loan(connection) : nullptr;
    if (loan == nullptr) return;
    if (loan->connection != nullptr) static_cast<PgsqlConnection&>(*loan->connection).renew();
    static_cast<PgsqlObject&>(*loan->object).note_reset();
}

char* error_message(const PgConnection* connection) {
    if (!ProgramConnections::is_name(connection)) return libpq->error(connection);
    static char none[] = "";
    char* error = program_connections().error(connection);
    if (error == nullptr && PgsqlObject::rests(connection)) error = none;
    return error != nullptr ? error : libpq->error(program_connections().find(connection));
}

// The server may get it late, and stop the query of the next program.
int (*engines_request_cancel)(PgConnection*) = nullptr;
int request_cancel(PgConnection* connection) {
    DatabasePool::refuse_reuse(connection, pool::Closed::cancelled);
    return engines_request_cancel(session_connection(connection));
}

PgCancel* get_cancel(PgConnection* connection) {
    DatabasePool::refuse_reuse(connection, pool::Closed::cancelled);
    return libpq->make_cancel(session_connection(connection));
}

// --- taking over

template <class Function>
boundary::Replacement row(const char* name, Function* ours) noexcept {
    return {name, reinterpret_cast<void*>(ours), boundary::Callers::pgsql};
}

// They have no connection among their arguments.
constexpr Bytes kWithoutConnection[] = {
    "PQclear",
    "PQfreemem",
    "PQfreeNotify",
    "PQfreeCancel",
    "PQcancel",
    "PQlibVersion",
    "PQntuples",
    "PQnfields",
    "PQbinaryTuples",
    "PQfname",
    "PQfnumber",
    "PQftable",
    "PQftablecol",
    "PQfformat",
    "PQftype",
    "PQfsize",
    "PQfmod",
    "PQcmdStatus",
    "PQoidStatus",
    "PQoidValue",
    "PQcmdTuples",
    "PQgetvalue",
    "PQgetlength",
    "PQgetisnull",
    "PQnparams",
    "PQparamtype",
    "PQresStatus",
    "PQunescapeBytea",
    "PQescapeBytea",
    "PQescapeString",
    "PQmblen",
    "PQdsplen",
    "PQisthreadsafe",
    "PQinitSSL",
    "PQinitOpenSSL",
    "PQconninfoParse",
    "PQconninfoFree",
    "PQconndefaults",
    "PQping",
    "PQsocketPoll",
    "PQgetCurrentTimeUSec",
    "PQenv2encoding",
};

std::span<boundary::Replacement> forwarded_rows() noexcept {
    static auto rows = pgsql::ForwardedCalls::rows();
    return rows;
}

std::span<boundary::Replacement> own_rows() noexcept {
    static boundary::Replacement rows[] = {
        row("PQconnectdb", connect_db), row("PQconnectStart", start_connect), row("PQfinish", finish),
        row("PQreset", reset),          row("PQerrorMessage", error_message), row("PQrequestCancel", request_cancel),
        row("PQgetCancel", get_cancel),
    };
    return rows;
}

// Our function in the place of this one. Null: there is none.
const boundary::Replacement* find_row(const Libpq& its, Bytes name) noexcept {
    for (const std::span<boundary::Replacement> rows : {forwarded_rows(), own_rows(), pgsql_session_calls(its)}) {
        for (const boundary::Replacement& row : rows) {
            if (name == row.name) return &row;
        }
    }
    return nullptr;
}

using LaterCalls = std::vector<std::span<const boundary::Replacement>>;
LaterCalls& later_calls() noexcept {
    static LaterCalls calls;
    return calls;
}

struct Imports {
    const Libpq& libpq;
    bool are_known = true;
    bool connects = false;
};

bool is_known(const Imports& imports, Bytes name) noexcept {
    if (!name.starts_with("PQ") && !name.starts_with("lo_")) return true;
    return name.starts_with("PQresult") || find_row(imports.libpq, name) != nullptr ||
           std::ranges::find(kWithoutConnection, name) != std::end(kWithoutConnection);
}

void check_import(void* argument, const char* name) {
    auto& imports = *static_cast<Imports*>(argument);
    imports.connects = imports.connects || Bytes(name) == "PQconnectdb";
    if (imports.are_known && !is_known(imports, name)) {
        imports.are_known = false;
        TERN_G(log)->print(LogLevel::warning, "db_connections: not for PostgreSQL, its extension calls %s()", name);
    }
}

}  // namespace

void take_over_pgsql_calls() noexcept {
    const std::span<boundary::Replacement> forwarded = forwarded_rows();
    const std::span<boundary::Replacement> ours = own_rows();
    if (libpq != nullptr || Libpq::find() == nullptr) return;
    Imports imports{*Libpq::find()};
    boundary::each_import_of(boundary::Callers::pgsql, check_import, &imports);
    if (!imports.connects || !imports.are_known) return;
    libpq = Libpq::find();
    boundary::find_real(forwarded);
    boundary::find_real(ours);
    pgsql::ForwardedCalls::set(forwarded);
    engines_request_cancel = reinterpret_cast<int (*)(PgConnection*)>(ours[5].real);
    (void)boundary::redirect(forwarded);
    (void)boundary::redirect(ours);
    (void)boundary::redirect(pgsql_session_calls(*libpq));
}

void redirect_pgsql_calls(std::span<const boundary::Replacement> calls) noexcept {
    later_calls().push_back(calls);
    (void)boundary::redirect(calls);
}

void* pgsql_function(const char* name) noexcept {
    for (size_t i = later_calls().size(); i > 0; --i) {
        for (const boundary::Replacement& row : later_calls()[i - 1]) {
            if (Bytes(name) == row.name) return row.ours;
        }
    }
    void* real = dlsym(RTLD_DEFAULT, name);
    const boundary::Replacement* row = libpq == nullptr || real == nullptr ? nullptr : find_row(*libpq, name);
    return row == nullptr ? real : row->ours;
}

}  // namespace tern::php
