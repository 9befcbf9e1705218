#include "php/database/pgsql/connection.h"

#include <cinttypes>
#include <sys/random.h>

#include "base/clock.h"
#include "net/idle_socket.h"

namespace tern::php {

namespace {

// What a session is, besides what DISCARD ALL is documented to end: first the settings that PostgreSQL reports to
// clients or that programs set most, then what it keeps, then the defaults that an administrator has set for the role
// and the database, which apply from a login on. Nothing depends on the search path.
constexpr char kState[] =
    "session_user, current_user, pg_catalog.current_database(), pg_catalog.pg_is_in_recovery(), "
    "pg_catalog.pg_my_temp_schema(), "
    "(SELECT pg_catalog.array_agg(pg_catalog.current_setting(name, true)) FROM pg_catalog.unnest(ARRAY["
    "'role', 'is_superuser', 'search_path', 'client_encoding', 'server_encoding', 'DateStyle', 'IntervalStyle', "
    "'TimeZone', "
    "'standard_conforming_strings', 'escape_string_warning', 'backslash_quote', 'bytea_output', 'extra_float_digits', "
    "'application_name', 'client_min_messages', 'lc_messages', 'lc_monetary', 'lc_numeric', 'lc_time', "
    "'default_transaction_isolation', 'default_transaction_read_only', 'default_transaction_deferrable', "
    "'transaction_isolation', 'transaction_read_only', 'session_replication_role', 'row_security', "
    "'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', "
    "'synchronous_commit', 'work_mem', 'maintenance_work_mem', 'temp_buffers', 'default_tablespace', "
    "'temp_tablespaces', "
    "'default_text_search_config', 'enable_seqscan', 'constraint_exclusion', 'plan_cache_mode', 'jit']) AS settings "
    "(name)), "
    "(SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statements), "
    "(SELECT pg_catalog.count(*) FROM pg_catalog.pg_cursors), "
    "(SELECT pg_catalog.count(*) FROM pg_catalog.pg_listening_channels()), "
    "(SELECT pg_catalog.array_agg(s.setconfig ORDER BY s.setdatabase, s.setrole) FROM pg_catalog.pg_db_role_setting AS "
    "s "
    "WHERE s.setdatabase OPERATOR(pg_catalog.=) ANY (ARRAY[0::pg_catalog.oid, (SELECT d.oid FROM "
    "pg_catalog.pg_database "
    "AS d WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())]) "
    "AND s.setrole OPERATOR(pg_catalog.=) ANY (ARRAY[0::pg_catalog.oid, (SELECT r.oid FROM pg_catalog.pg_roles AS r "
    "WHERE r.rolname OPERATOR(pg_catalog.=) session_user)]))";

void ignore_notice(void*, const char*) {}

// No statement of PostgreSQL makes random() unpredictable again after setseed(), so it gets a seed that is secret:
// digits after the point.
uint64_t random_seed() noexcept {
    constexpr uint64_t kMost = 1'000'000'000'000'000'000;
    uint64_t bits = 0;
    (void)getrandom(&bits, sizeof bits, 0);
    return bits % kMost;
}

// Each value with its length: "3:abc", or "-" for NULL.
std::string text_of_first_row(const Libpq& libpq, const PgResult& result) {
    std::string text;
    const int count = libpq.fields(&result);
    for (int i = 0; i < count; ++i) {
        if (libpq.is_null(&result, 0, i) != 0) {
            text += '-';
            continue;
        }
        const auto size = static_cast<size_t>(libpq.length(&result, 0, i));
        text += std::to_string(size);
        text += ':';
        text.append(libpq.value(&result, 0, i), size);
    }
    return text;
}

}  // namespace

PgsqlConnection::PgsqlConnection(const Libpq& libpq, const Account& account, PgConnection& connection) noexcept
    : DatabaseConnection(account->key),
      libpq_(libpq),
      account_(account),
      connection_(&connection),
      cancel_(libpq.make_cancel(&connection)),
      new_notices_(libpq.set_notices(&connection, ignore_notice, nullptr)) {
    made_ms = monotonic_ms();
}

PgsqlConnection::~PgsqlConnection() {
    libpq_.free_cancel(cancel_);
    libpq_.finish(connection_);
}

bool PgsqlConnection::is_open() noexcept {
    return libpq_.status(connection_) == kPgConnected && net::is_quiet(net::name_socket(libpq_.socket(connection_)));
}

bool PgsqlConnection::has_ended() const noexcept {
    return libpq_.status(connection_) != kPgConnected || net::has_ended(net::name_socket(libpq_.socket(connection_)));
}

void PgsqlConnection::renew() noexcept {
    libpq_.free_cancel(cancel_);
    cancel_ = libpq_.make_cancel(connection_);
    made_ms = monotonic_ms();
}

bool PgsqlConnection::learn() {
    new_state_ = ask();
    return !new_state_.empty();
}

void PgsqlConnection::lend() noexcept { (void)libpq_.set_notices(connection_, new_notices_, nullptr); }

void PgsqlConnection::take_back() noexcept {
    (void)libpq_.set_notices(connection_, ignore_notice, nullptr);
    libpq_.untrace(connection_);
    if (libpq_.set_trace_flags != nullptr) libpq_.set_trace_flags(connection_, 0);
    (void)libpq_.set_verbosity(connection_, kPgDefaultVerbosity);
    (void)libpq_.set_context(connection_, kPgContextOfErrors);
}

// A transaction that is active at this moment waits for a response, is a COPY, or has rows or results left.
bool PgsqlConnection::is_stuck(pool::Closed& reason) const noexcept {
    reason = pool::Closed::lost;
    if (libpq_.status(connection_) != kPgConnected) return true;
    reason = pool::Closed::in_the_middle;
    if (libpq_.pipeline != nullptr && libpq_.pipeline(connection_) != 0) return true;
    const int transaction = libpq_.transaction(connection_);
    return transaction != kPgIdle && transaction != kPgInTransaction && transaction != kPgInFailedTransaction;
}

// --- cleaning

bool PgsqlConnection::begin_reset() {
    rolls_back_ = libpq_.transaction(connection_) != kPgIdle;
    if (libpq_.set_nonblocking(connection_, 1) != 0) return false;
    const bool sent =
        libpq_.send(connection_, rolls_back_ ? "ROLLBACK" : "DISCARD ALL") == 1 && libpq_.flush(connection_) == 0;
    return sent && libpq_.set_nonblocking(connection_, 0) == 0;
}

bool PgsqlConnection::finish_reset() {
    if (!finish_command() || (rolls_back_ && !execute("DISCARD ALL"))) return false;
    drop_notifications();
    variant = 0;
    return ask() == new_state_ && libpq_.transaction(connection_) == kPgIdle && adopt(wanted_);
}

bool PgsqlConnection::adopt(const sql::PgsqlSettings& settings) {
    if (settings.empty()) return true;
    if (!execute(settings.statement().c_str())) return false;
    variant = settings.digest();
    return true;
}

bool PgsqlConnection::change_to(const sql::PgsqlSettings& settings) {
    if (variant == settings.digest()) return true;
    wanted_ = settings;
    if (variant == 0) return adopt(settings);
    return begin_reset() && finish_reset();
}

bool PgsqlConnection::finish_command() {
    bool is_good = false;
    while (PgResult* result = libpq_.result(connection_)) {
        is_good = libpq_.status_of(result) == kPgCommandOk;
        libpq_.clear(result);
    }
    return is_good && libpq_.status(connection_) == kPgConnected;
}

bool PgsqlConnection::execute(const char* command) {
    PgResult* result = libpq_.execute(connection_, command);
    const bool is_good = libpq_.status_of(result) == kPgCommandOk;
    libpq_.clear(result);
    return is_good;
}

void PgsqlConnection::drop_notifications() noexcept {
    while (void* notification = libpq_.notification(connection_)) libpq_.free(notification);
}

std::string PgsqlConnection::ask() {
    char seed[64];
    (void)snprintf(seed, sizeof seed, "SELECT pg_catalog.setseed('0.%018" PRIu64 "'), ", random_seed());
    PgResult* result = libpq_.execute(connection_, (std::string(seed) + kState).c_str());
    const bool is_good = libpq_.status_of(result) == kPgTuplesOk && libpq_.rows(result) == 1;
    std::string text = is_good ? text_of_first_row(libpq_, *result) : std::string();
    libpq_.clear(result);
    return text;
}

// The server ends the query by itself only when it writes rows.
void PgsqlConnection::stop_query() {
    char ignored[256];
    if (cancel_ != nullptr) (void)libpq_.cancel(cancel_, ignored, sizeof ignored);
}

}  // namespace tern::php
