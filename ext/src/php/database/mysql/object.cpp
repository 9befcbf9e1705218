#include "php/database/mysql/object.h"

#include "php/database/mysql/session_end.h"
#include "sql/mysql_words.h"

namespace tern::php {

namespace {

constexpr char kNoState[] = "HY000";

bool has_statement_id(Bytes argument) noexcept { return argument.size() >= sizeof(uint32_t); }
uint64_t statement_id(Bytes argument) noexcept { return load<uint32_t>(argument.data()); }

Pin pin_of(sql::MySqlEffect effect) noexcept {
    switch (effect) {
        case sql::MySqlEffect::nothing:
        case sql::MySqlEffect::settings: return Pin::none;
        case sql::MySqlEffect::setting: return Pin::setting;
        case sql::MySqlEffect::user_variable: return Pin::user_variable;
        case sql::MySqlEffect::temporary_table: return Pin::temporary_table;
        case sql::MySqlEffect::lock: return Pin::lock;
        case sql::MySqlEffect::unknown: break;
    }
    return Pin::unknown_statement;
}

}  // namespace

MySqlObject* MySqlObject::of(const MYSQLND_CONN_DATA& session) noexcept {
    const DatabasePool::Loan* loan = DatabasePool::find_loan(&session);
    return loan == nullptr ? nullptr : static_cast<MySqlObject*>(loan->object);
}

void MySqlObject::begin(const MySqlConnection& connection) noexcept {
    account_ = connection.account();
    has_ansi_quotes_ = connection.has_ansi_quotes();
    // The text of statements cannot be read.
    if (!sql::mysql_charset_is_plain(session_.charset->name)) set_pin(Pin::setting);
}

// --- what the program does

// The first one stays: it names the line that has pinned the connection.
void MySqlObject::set_pin(Pin its) noexcept {
    if (session_pin_ != Pin::none) return;
    session_pin_ = its;
    session_pinned_at_.take();
}

sql::MySqlMode MySqlObject::mode() const noexcept {
    const std::string* mode = settings_.find("sql_mode");
    const bool ansi_quotes = mode == nullptr ? has_ansi_quotes_ : sql::mysql_mode_has_ansi_quotes(*mode);
    return {!backslashes_escape(session_), ansi_quotes};
}

void MySqlObject::read_statement(Bytes text) {
    pending_.clear();
    if (session_pin_ != Pin::none) return;  // it stays as it is
    const sql::MySqlMode its_mode = mode();
    if (account_->known_statements().has(text, its_mode)) return;
    const sql::MySqlEffect effect = sql::effect_of_mysql(text, its_mode, pending_);
    if (effect == sql::MySqlEffect::nothing) return account_->known_statements().add(text, its_mode);
    if (effect == sql::MySqlEffect::settings && settings_.count() + pending_.size() <= kMostSettings) return;
    pending_.clear();
    set_pin(effect == sql::MySqlEffect::settings ? Pin::setting : pin_of(effect));
}

void MySqlObject::begin_execution(Bytes argument) {
    pending_.clear();
    awaits_response_ = true;
    if (prepared_settings_.empty() || !has_statement_id(argument)) return;
    for (const PreparedSettings& one : prepared_settings_) {
        if (one.statement == statement_id(argument)) pending_ = one.settings;
    }
}

void MySqlObject::end_prepared(Bytes argument) noexcept {
    if (statements_ > 0) --statements_;
    if (prepared_settings_.empty() || !has_statement_id(argument)) return;
    std::erase_if(prepared_settings_, [&](auto& one) { return one.statement == statement_id(argument); });
}

bool MySqlObject::before_command(Loan& loan, php_mysqlnd_server_command command, Bytes argument) {
    const bool has_text = command == COM_QUERY || command == COM_STMT_PREPARE;
    if (loan.rests && !resume(loan, has_text ? argument : Bytes())) return false;
    pool_.note_use(loan);
    if (pool_.multiplexes() && !follow(command, argument)) return false;
    awaits_response_ = false;
    switch (command) {
        case COM_QUERY:
            read_statement(argument);
            awaits_response_ = true;
            break;
        case COM_STMT_PREPARE: read_statement(argument); break;
        case COM_STMT_EXECUTE: begin_execution(argument); break;
        case COM_STMT_CLOSE: end_prepared(argument); break;
        case COM_INIT_DB:
        case COM_SET_OPTION:
        case COM_CHANGE_USER:  // their methods note what they do
        case COM_PING:
        case COM_STATISTICS:
        case COM_PROCESS_KILL:
        case COM_STMT_FETCH:
        case COM_STMT_RESET:
        case COM_STMT_SEND_LONG_DATA: break;
        default: set_pin(Pin::unknown_statement); break;
    }
    return true;
}

void MySqlObject::note_response(bool succeeded) {
    awaits_response_ = false;
    failed_ = !succeeded;
    if (pool_.multiplexes()) {
        remains_.note_response(succeeded, session_.last_query_type == QUERY_SELECT);
        pool_.note_between_statements();
    }
    if (pending_.empty()) return;
    // A statement with several settings may have failed in the middle.
    if (!succeeded && pending_.size() > 1) set_pin(Pin::setting);
    for (const sql::MySqlSetting& one : pending_) {
        if (succeeded) settings_.set(one);
    }
    pending_.clear();
}

void MySqlObject::note_prepared(uint64_t statement) {
    ++statements_;
    if (pool_.multiplexes()) remains_.note_prepared(statement);
    if (!pending_.empty()) prepared_settings_.push_back({statement, std::move(pending_)});
    pending_.clear();
}

// Its error is the session's last one.
void MySqlObject::note_not_prepared() {
    pending_.clear();
    if (pool_.multiplexes()) remains_.note_response(false, false);
}

void MySqlObject::note_multiple(bool multiple) {
    const bool at_login = (account_->capabilities() & CLIENT_MULTI_STATEMENTS) != 0;
    settings_.set_multiple(multiple != at_login, multiple);
}

// --- between the statements of a request

sql::MySqlRemains::Counts MySqlObject::counts() const noexcept {
    const MYSQLND_UPSERT_STATUS& status = *session_.upsert_status;
    // The driver says 0 for rows that were read one by one, too.
    const bool is_known = status.affected_rows != 0;
    return {is_known ? status.affected_rows : sql::MySqlRemains::kNotKnown, status.warning_count};
}

sql::MySqlTraceOfText MySqlObject::trace_of(Bytes text) {
    constexpr sql::MySqlTraceOfText kUsual{sql::MySqlTrace::rows, true, sql::MySqlFoundRows::replaced};
    const sql::MySqlMode its_mode = mode();
    if (account_->known_selects().has(text, its_mode)) return kUsual;
    const sql::MySqlTraceOfText trace = sql::trace_of_mysql(text, its_mode);
    if (trace == kUsual) account_->known_selects().add(text, its_mode);
    return trace;
}

// What it asks for was left in a session that another request has by now.
bool MySqlObject::refuse_question() {
    session_.error_info->m->set_client_error(session_.error_info, CR_UNKNOWN_ERROR, kNoState,
                                             "What an earlier statement has left is not known any more: its connection "
                                             "was given to another request (db_multiplex)");
    return false;
}

bool MySqlObject::follow_statement(Bytes text) {
    if (remains_.has_lost() && !remains_.is_known(sql::questions_of_mysql(text))) return refuse_question();
    remains_.begin(counts());
    remains_.begin_statement(trace_of(text));
    return true;
}

// False: it asks for what is not known.
bool MySqlObject::follow(php_mysqlnd_server_command command, Bytes argument) {
    switch (command) {
        case COM_QUERY:
        case COM_STMT_PREPARE: return follow_statement(argument);
        case COM_STMT_EXECUTE:
            remains_.begin(counts());
            remains_.begin_execution(has_statement_id(argument) ? statement_id(argument) : 0);
            break;
        case COM_STMT_CLOSE:
            keeps_remains_ = has_statement_id(argument) && remains_.begin_end(statement_id(argument), counts());
            break;
        default: remains_.begin(counts()); break;
    }
    return true;
}

void MySqlObject::after_end_of_prepared() noexcept {
    if (!std::exchange(keeps_remains_, false)) return;
    remains_.note_end();
    pool_.note_between_statements();
}

bool MySqlObject::is_between_statements() const noexcept {
    const DatabasePool::Loan& loan = *pool_.loan_of(&session_);
    return loan.is_reusable && session_pin_ == Pin::none && remains_.can_change(counts()) && find_pin() == Pin::none;
}

DatabaseConnection* MySqlObject::recall() noexcept {
    remains_.change(counts());
    was_recalled_ = true;
    return take_connection(*pool_.loan_of(&session_));
}

void MySqlObject::end_request() noexcept {
    was_recalled_ = false;
    remains_.end_request();
}

// --- between requests

Pin MySqlObject::find_pin() const noexcept {
    php_stream* stream = session_.vio->data->m.get_stream(session_.vio);
    if (GET_CONNECTION_STATE(&session_.state) != CONN_READY || stream == nullptr || stream->writepos != stream->readpos)
        return Pin::result;
    const unsigned status = session_.upsert_status->server_status;
    // The response to a statement that failed does not tell about transactions.
    const bool is_manual = (status & SERVER_STATUS_AUTOCOMMIT) == 0;
    if ((status & SERVER_STATUS_IN_TRANS) != 0 || (is_manual && failed_)) return Pin::transaction;
    return statements_ > 0 ? Pin::prepared_statement : Pin::none;
}

DatabaseConnection* MySqlObject::release() {
    if (GET_CONNECTION_STATE(&session_.state) == CONN_QUIT_SENT) {
        end_lost_session(pool_, session_);  // deletes this object
        return nullptr;
    }
    end_request();
    Loan& loan = *pool_.loan_of(&session_);
    pin = session_pin_ != Pin::none ? session_pin_ : loan.is_reusable ? find_pin() : Pin::setting;
    pinned_at = session_pinned_at_;
    if (pin != Pin::none) return nullptr;
    remains_.clear();
    return take_connection(loan);
}

DatabaseConnection* MySqlObject::take_connection(Loan& loan) {
    auto& connection = static_cast<MySqlConnection&>(*loan.connection);
    connection.prepare_for(settings_);
    connection.take_from(session_, loan.options_changed);
    return &connection;
}

bool MySqlObject::resume(Loan& loan, Bytes text) {
    if (is_resuming_) return fail("another coroutine connects");
    // A command without a text may be followed by one that asks.
    constexpr sql::MySqlQuestions kAny{true, true, false};
    sql::MySqlQuestions questions;
    if (was_recalled_) questions = text.empty() ? kAny : sql::questions_of_mysql(text);
    std::optional<sql::MySqlRemains::Wanted> remains;
    if (questions.any()) {
        remains = remains_.wanted(questions);
        if (!remains) return refuse_question();
    }
    is_resuming_ = true;
    MySqlConnection* taken = take(remains);
    is_resuming_ = false;
    if (taken == nullptr) return false;
    if (remains) remains_.note_wanted();
    was_recalled_ = false;
    taken->resume(session_);
    pool_.end_rest(loan, *taken);
    loan.options_changed = settings_.multiple_changed();
    failed_ = false;
    return true;
}

MySqlConnection* MySqlObject::take(const std::optional<sql::MySqlRemains::Wanted>& remains) {
    for (int n = 0; n < kAttempts; ++n) {
        MySqlConnection* taken = take_any();
        if (taken == nullptr) return nullptr;
        if (taken->change_to(settings_) && (!remains || taken->leave(*remains))) return taken;
        pool_.close(*taken, pool::Closed::unclean);
    }
    (void)fail("its settings could not be made again");
    return nullptr;
}

MySqlConnection* MySqlObject::take_any() {
    Result<pool::Connection*> taken = pool_.take({account_->key(), settings_.digest()});
    if (!taken.ok()) {
        refuse(session_, pool_, taken.error());
        return nullptr;
    }
    if (taken.value() != nullptr) return static_cast<MySqlConnection*>(taken.value());
    MySqlConnection* made = MySqlConnection::make(driver_, account_, session_.error_info);
    if (made == nullptr) {
        char why[MYSQLND_ERRMSG_SIZE];
        (void)snprintf(why, sizeof why, "%s", session_.error_info->error);
        (void)fail(why);
        pool_.release_place(pool::Closed::failed);
        return nullptr;
    }
    pool_.count_made();
    return made;
}

bool MySqlObject::fail(const char* why) {
    char text[MYSQLND_ERRMSG_SIZE];
    (void)snprintf(text, sizeof text, "MySQL server has gone away (%.400s)", why);
    session_.error_info->m->set_client_error(session_.error_info, CR_SERVER_GONE_ERROR, kNoState, text);
    return false;
}

}  // namespace tern::php
