// What an object of PDO or pgsql has done with its session, and how it continues with another one. Between requests it
// rests: it has no connection, and takes one again with its next call that needs it.
#pragma once

#include <optional>
#include <unordered_map>

#include "php/database/pgsql/connection.h"
#include "php/database/pgsql/forwarded_calls.h"

namespace tern::php {

class PgsqlObject final : public ConnectionObject {
public:
    using Account = PgsqlConnection::Account;
    using Loan = DatabasePool::Loan;
    PgsqlObject(DatabasePool& pool, const Libpq& libpq, PgConnection* name, const Account& account) noexcept
        : pool_(pool), libpq_(libpq), name_(name), account_(account) {}
    DatabaseConnection* release() override;
    bool is_between_statements() const noexcept override;
    DatabaseConnection* recall() noexcept override;
    void end_request() noexcept override { has_lost_write_ = false; }

    // Null: the pool does not know this name.
    static PgsqlObject* of(const PgConnection* name) noexcept;
    // The connection of this name, for a call that needs one: an object that rests gets one. Null: it gets none, and
    // its error says why. Suspends.
    static PgConnection* connection_for_call(PgConnection* name);
    // It rests: its session is one without a transaction and without results.
    static bool rests(const PgConnection* name) noexcept;
    // It rests, and had lost its connection in a request: it gets one by reset() only.
    bool is_lost() const noexcept { return is_lost_; }

    // The error of the object: it gets no connection.
    static void set_refusal(PgConnection* name, DatabasePool& pool, Error error);

    // It has its first connection.
    void begin(const PgsqlConnection& connection);
    // A statement is sent next. False: it asks for what is not known any more, and the error says so.
    bool begin_statement(Bytes text);
    // The connection is used for something.
    void begin_call() noexcept { is_between_ = false; }
    void begin_prepared(Bytes name);
    // Its response has come: of a statement that was sent, or of one that was prepared with this name.
    void note_response(bool succeeded);
    void note_prepared(Bytes name, bool succeeded);
    void end_prepared(Bytes name) { prepared_.erase(std::string(name)); }
    // The call that ends one has returned.
    void note_end_of_prepared() noexcept { note_between(); }
    // The response to what was sent is read later.
    void note_sent();
    void note_encoding(Bytes encoding);
    // Nothing but its settings decides about the response to a query, and no error is left.
    bool has_only_settings() const noexcept;
    const Account& account() const noexcept { return account_; }
    const sql::PgsqlSettings& settings() const noexcept { return settings_; }
    // In all strings of its statements.
    bool backslashes_escape() const noexcept;
    // A statement is not sent, which is an error.
    void refuse(const char* why) noexcept;
    // The session is a new one.
    void note_reset();
    // From now on the object keeps its connection.
    void set_pin(Pin its) noexcept;

    // Settings of libpq, which the next connection gets, too.
    PgNoticeProcessor set_notices(PgNoticeProcessor processor, void* argument) noexcept;
    PgNoticeProcessor notices() const noexcept { return notices_; }
    void* notices_argument() const noexcept { return notices_argument_; }
    void set_verbosity(int verbosity) noexcept { verbosity_ = verbosity; }
    void set_context(int context) noexcept { context_ = context; }

private:
    static constexpr size_t kMostSettings = 32;
    static constexpr int kAttempts = 3;
    // What an object wants, apart from it: it may end while it waits.
    struct Wanted {
        DatabasePool& pool;
        const Libpq& libpq;
        PgConnection* name;
        Account account;
        sql::PgsqlSettings settings;
    };

    static bool resume(DatabasePool& pool, PgConnection* name, PgsqlObject& object);
    static PgsqlConnection* take(const Wanted& wanted);
    static PgsqlConnection* take_any(const Wanted& wanted);
    static PgsqlConnection* log_in(const Wanted& wanted);
    void use_settings_of_libpq() noexcept;
    void end_lost(Loan& loan, PgsqlConnection& connection);
    void read_effect(Bytes text, bool backslashes);
    bool follow_statement(Bytes text, bool backslashes);
    void note_between() noexcept;
    DatabaseConnection* take_connection(PgsqlConnection& connection) noexcept;
    void check_setting() noexcept;
    void check_login();
    Pin find_pin() const noexcept;
    PgConnection* real() const noexcept { return program_connections().find(name_); }

    DatabasePool& pool_;
    const Libpq& libpq_;
    PgConnection* name_;
    Account account_;
    Pin session_pin_ = Pin::none;  // what was left in the session
    ProgramLine session_pinned_at_;
    sql::PgsqlSettings settings_;
    std::optional<sql::PgsqlSetting> pending_;  // of the statement that was sent
    // The statements that the server has prepared, by name, with what they set.
    std::unordered_map<std::string, std::optional<sql::PgsqlSetting>> prepared_;
    PgNoticeProcessor notices_ = nullptr;  // null: libpq's own
    void* notices_argument_ = nullptr;
    int verbosity_ = kPgDefaultVerbosity;
    int context_ = kPgContextOfErrors;
    bool is_resuming_ = false;
    bool is_lost_ = false;
    bool login_is_checked_ = false;
    // Of a pool that multiplexes:
    bool is_between_ = false;  // the last statement has succeeded, and nothing was called since
    bool is_lasting_ = false;  // its statements have left something in the session for later ones
    bool has_written_ = false;
    bool has_lost_write_ = false;  // in a session that another request has by now
    bool is_refused_ = false;      // the last statement
    bool backslashes_at_rest_ = false;
};

}  // namespace tern::php
