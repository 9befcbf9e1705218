#include "php/database/pgsql/object.h"

#include "php/database/pgsql/key.h"
#include "php/database/pgsql/statement_calls.h"
#include "sql/pgsql_trace.h"
#include "sql/pgsql_words.h"

namespace tern::php {

namespace {

constexpr char kLost[] = "no connection to the server\n";

Pin pin_of_pgsql(sql::PgsqlEffect effect) noexcept {
    switch (effect) {
        case sql::PgsqlEffect::nothing: return Pin::none;
        case sql::PgsqlEffect::settings:
        case sql::PgsqlEffect::setting: return Pin::setting;
        case sql::PgsqlEffect::temporary_table: return Pin::temporary_table;
        case sql::PgsqlEffect::lock: return Pin::lock;
        case sql::PgsqlEffect::listen: return Pin::listen;
        case sql::PgsqlEffect::prepared_statement: return Pin::prepared_statement;
        case sql::PgsqlEffect::cursor: return Pin::result;
        case sql::PgsqlEffect::unknown: break;
    }
    return Pin::unknown_statement;
}

}  // namespace

PgsqlObject* PgsqlObject::of(const PgConnection* name) noexcept {
    DatabasePool::Loan* loan = DatabasePool::find_loan(name);
    return loan == nullptr ? nullptr : static_cast<PgsqlObject*>(loan->object);
}

bool PgsqlObject::rests(const PgConnection* name) noexcept {
    const DatabasePool::Loan* loan = DatabasePool::find_loan(name);
    return loan != nullptr && loan->rests;
}

// --- what the program does

void PgsqlObject::begin(const PgsqlConnection& connection) {
    const char* encoding = libpq_.parameter(connection.connection(), "client_encoding");
    // The text of statements cannot be read.
    if (encoding == nullptr || !sql::pgsql_encoding_is_plain(encoding)) set_pin(Pin::setting);
}

// The first one stays: it names the line that has pinned the connection.
void PgsqlObject::set_pin(Pin its) noexcept {
    if (session_pin_ != Pin::none) return;
    session_pin_ = its;
    session_pinned_at_.take();
}

bool PgsqlObject::begin_statement(Bytes text) {
    pending_.reset();
    if (std::exchange(is_refused_, false)) program_connections().clear_error(name_);
    if (text.starts_with(pgsql::kDeallocate)) end_prepared(text.substr(pgsql::kDeallocate.size()));
    const bool is_pinned = session_pin_ != Pin::none;  // it stays as it is
    if (is_pinned && !pool_.multiplexes()) return true;
    const bool backslashes = libpq_.backslashes_escape(real());
    if (pool_.multiplexes() && !follow_statement(text, backslashes)) return false;
    if (!is_pinned) read_effect(text, backslashes);
    return true;
}

void PgsqlObject::read_effect(Bytes text, bool backslashes) {
    if (account_->known_statements.has(text, backslashes)) return;
    const sql::PgsqlEffect effect = sql::effect_of_pgsql(text, backslashes, pending_);
    if (effect == sql::PgsqlEffect::nothing) return account_->known_statements.add(text, backslashes);
    if (effect != sql::PgsqlEffect::settings) return set_pin(pin_of_pgsql(effect));
    check_setting();
}

// A transaction may be rolled back, with what was set in it.
void PgsqlObject::check_setting() noexcept {
    if (!pending_) return;
    if (settings_.count() < kMostSettings && libpq_.transaction(real()) == kPgIdle) return;
    pending_.reset();
    set_pin(Pin::setting);
}

void PgsqlObject::begin_prepared(Bytes name) {
    if (std::exchange(is_refused_, false)) program_connections().clear_error(name_);
    const auto found = prepared_.find(std::string(name));
    pending_ = found == prepared_.end() ? std::nullopt : found->second;
    check_setting();
}

void PgsqlObject::note_response(bool succeeded) {
    if (pending_ && succeeded) settings_.set(*pending_);
    pending_.reset();
    if (succeeded) note_between();
}

void PgsqlObject::note_prepared(Bytes name, bool succeeded) {
    if (succeeded) prepared_[std::string(name)] = std::move(pending_);
    pending_.reset();
}

void PgsqlObject::note_sent() {
    if (pending_) set_pin(Pin::setting);
    pending_.reset();
}

void PgsqlObject::note_encoding(Bytes encoding) {
    pending_ = sql::pgsql_encoding_setting(encoding);
    if (!pending_) return set_pin(Pin::setting);
    check_setting();
    note_response(true);
}

void PgsqlObject::note_reset() {
    pending_.reset();
    settings_.clear();
    prepared_.clear();
    session_pin_ = Pin::none;
    is_lost_ = false;
    program_connections().clear_error(name_);
    if (real() != nullptr) use_settings_of_libpq();
}

PgNoticeProcessor PgsqlObject::set_notices(PgNoticeProcessor processor, void* argument) noexcept {
    notices_argument_ = argument;
    if (real() != nullptr) (void)libpq_.set_notices(real(), processor, argument);
    return std::exchange(notices_, processor);
}

void PgsqlObject::refuse(const char* why) noexcept {
    is_refused_ = true;
    program_connections().set_error(name_, why);
}

// --- what decides about a response

bool PgsqlObject::has_only_settings() const noexcept {
    if (session_pin_ != Pin::none || program_connections().error(name_) != nullptr) return false;
    if (rests(name_)) return true;
    const PgConnection* connection = real();
    return connection != nullptr && libpq_.transaction(connection) == kPgIdle && *libpq_.error(connection) == '\0' &&
           (libpq_.pipeline == nullptr || libpq_.pipeline(connection) == 0);
}

bool PgsqlObject::backslashes_escape() const noexcept {
    return rests(name_) ? backslashes_at_rest_ : libpq_.backslashes_escape(real());
}

// --- between the statements of a request

bool PgsqlObject::follow_statement(Bytes text, bool backslashes) {
    check_login();
    if (has_lost_write_ && sql::asks_for_sequences(text)) {
        refuse(
            "What an earlier statement has left is not known any more: its connection was given to another request "
            "(db_multiplex)\n");
        return false;
    }
    if (account_->known_selects.has(text, backslashes)) return true;
    const sql::PgsqlTrace trace = sql::trace_of_pgsql(text, backslashes);
    if (trace == sql::PgsqlTrace::nothing) account_->known_selects.add(text, backslashes);
    if (trace == sql::PgsqlTrace::session) {
        is_lasting_ = true;
        has_lost_write_ = false;  // what is asked for next is of this statement
    }
    if (trace == sql::PgsqlTrace::write) has_written_ = true;
    return true;
}

void PgsqlObject::note_between() noexcept {
    if (!pool_.multiplexes()) return;
    is_between_ = true;
    pool_.note_between_statements();
}

bool PgsqlObject::is_between_statements() const noexcept {
    if (!is_between_ || is_lasting_ || session_pin_ != Pin::none || find_pin() != Pin::none) return false;
    const Loan& loan = *pool_.loan_of(name_);
    return loan.is_reusable && !static_cast<PgsqlConnection&>(*loan.connection).has_ended();
}

DatabaseConnection* PgsqlObject::recall() noexcept {
    is_between_ = false;
    has_lost_write_ = has_lost_write_ || std::exchange(has_written_, false);
    return take_connection(static_cast<PgsqlConnection&>(*pool_.loan_of(name_)->connection));
}

DatabaseConnection* PgsqlObject::take_connection(PgsqlConnection& connection) noexcept {
    backslashes_at_rest_ = libpq_.backslashes_escape(real());
    // Of its last statement, until it is used again.
    if (const char* error = libpq_.error(real()); *error != '\0') program_connections().set_error(name_, error);
    connection.prepare_for(settings_);
    connection.take_back();
    program_connections().set(name_, nullptr);
    return &connection;
}

// --- the end of a request

Pin PgsqlObject::find_pin() const noexcept {
    if (libpq_.pipeline != nullptr && libpq_.pipeline(real()) != 0) return Pin::result;
    const int transaction = libpq_.transaction(real());
    if (transaction == kPgActive) return Pin::result;  // or a COPY
    if (transaction != kPgIdle) return Pin::transaction;
    return prepared_.empty() ? Pin::none : Pin::prepared_statement;
}

// What decides about a login besides the connection string may have been there for a moment only, such as a variable of
// the environment. Then it cannot be made again.
void PgsqlObject::check_login() {
    if (std::exchange(login_is_checked_, true)) return;
    if (login_of(libpq_, account_->conninfo.c_str()).key != account_->key) set_pin(Pin::setting);
}

DatabaseConnection* PgsqlObject::release() {
    Loan& loan = *pool_.loan_of(name_);
    auto& connection = static_cast<PgsqlConnection&>(*loan.connection);
    if (connection.has_ended()) {
        end_lost(loan, connection);
        return nullptr;
    }
    end_request();
    check_login();
    pin = session_pin_ != Pin::none ? session_pin_ : loan.is_reusable ? find_pin() : Pin::setting;
    pinned_at = session_pinned_at_;
    if (pin != Pin::none) return nullptr;
    is_between_ = is_lasting_ = has_written_ = false;
    return take_connection(connection);
}

// Its place is free, though the program keeps the object. After a query that was cancelled the session has nothing that
// cannot be made again, if it was in no transaction.
void PgsqlObject::end_lost(Loan& loan, PgsqlConnection& connection) {
    backslashes_at_rest_ = libpq_.backslashes_escape(real());
    is_lost_ = session_pin_ != Pin::none || libpq_.transaction(connection.connection()) != kPgIdle;
    prepared_.clear();
    program_connections().set(name_, nullptr);
    if (is_lost_) program_connections().set_error(name_, kLost);
    connection.take_back();
    pool_.begin_rest(loan);
    pool_.abandon(connection, pool::Closed::lost);
}

// --- the next request

PgConnection* PgsqlObject::connection_for_call(PgConnection* name) {
    Loan* loan = DatabasePool::find_loan(name);
    if (loan == nullptr) return program_connections().find(name);
    DatabasePool& pool = *database_pool();
    if (loan->rests && !resume(pool, name, *static_cast<PgsqlObject*>(loan->object))) return nullptr;
    loan = pool.loan_of(name);
    if (loan != nullptr) {
        pool.note_use(*loan);
        static_cast<PgsqlObject*>(loan->object)->begin_call();
    }
    return program_connections().find(name);
}

// The object may end while its connection is awaited.
bool PgsqlObject::resume(DatabasePool& pool, PgConnection* name, PgsqlObject& resting) {
    if (resting.is_lost_) return false;
    if (resting.is_resuming_) {
        program_connections().set_error(name, "another coroutine connects\n");
        return false;
    }
    resting.is_resuming_ = true;
    const Wanted wanted{pool, resting.libpq_, name, resting.account_, resting.settings_};
    PgsqlConnection* taken = take(wanted);
    Loan* loan = pool.loan_of(name);
    if (loan == nullptr) {
        if (taken != nullptr) pool.give_back(*taken);
        return false;
    }
    auto& object = static_cast<PgsqlObject&>(*loan->object);
    object.is_resuming_ = false;
    if (taken == nullptr) return false;
    pool.end_rest(*loan, *taken);
    program_connections().set(name, taken->connection());
    program_connections().clear_error(name);
    taken->lend();
    object.use_settings_of_libpq();
    return true;
}

void PgsqlObject::use_settings_of_libpq() noexcept {
    if (notices_ != nullptr) (void)libpq_.set_notices(real(), notices_, notices_argument_);
    (void)libpq_.set_verbosity(real(), verbosity_);
    (void)libpq_.set_context(real(), context_);
}

PgsqlConnection* PgsqlObject::take(const Wanted& wanted) {
    for (int n = 0; n < kAttempts; ++n) {
        PgsqlConnection* taken = take_any(wanted);
        if (taken == nullptr || taken->change_to(wanted.settings)) return taken;
        wanted.pool.close(*taken, pool::Closed::unclean);
    }
    program_connections().set_error(wanted.name, "no connection to the server: the settings could not be made again\n");
    return nullptr;
}

PgsqlConnection* PgsqlObject::take_any(const Wanted& wanted) {
    Result<pool::Connection*> taken = wanted.pool.take({wanted.account->key, wanted.settings.digest()});
    if (!taken.ok()) {
        set_refusal(wanted.name, wanted.pool, taken.error());
        return nullptr;
    }
    if (taken.value() != nullptr) return static_cast<PgsqlConnection*>(taken.value());
    PgsqlConnection* made = log_in(wanted);
    if (made == nullptr) wanted.pool.release_place(pool::Closed::failed);
    return made;
}

PgsqlConnection* PgsqlObject::log_in(const Wanted& wanted) {
    const char* conninfo = wanted.account->conninfo.c_str();
    if (login_of(wanted.libpq, conninfo).key != wanted.account->key) {
        program_connections().set_error(wanted.name,
                                        "no connection to the server: what decides about the login has changed\n");
        return nullptr;
    }
    PgConnection* connection = wanted.libpq.connect(conninfo);
    if (wanted.libpq.status(connection) != kPgConnected) {
        program_connections().set_error(wanted.name, wanted.libpq.error(connection));
        wanted.libpq.finish(connection);
        return nullptr;
    }
    auto* made = new PgsqlConnection(wanted.libpq, wanted.account, *connection);
    if (!made->learn()) {
        program_connections().set_error(wanted.name, kLost);
        made->close();
        return nullptr;
    }
    wanted.pool.count_made();
    return made;
}

// As a server says it that is full, which is 53300 of SQLSTATE.
void PgsqlObject::set_refusal(PgConnection* name, DatabasePool& pool, Error error) {
    smart_str text{};
    smart_str_appends(&text, "connection to server failed: FATAL:  sorry, too many clients already (53300)\n");
    pool.append_refusal(text, error);
    smart_str_appendc(&text, '\n');
    smart_str_0(&text);
    program_connections().set_error(name, ZSTR_VAL(text.s));
    smart_str_free(&text);
}

}  // namespace tern::php
