// What an object of PDO or mysqli has done with its session, and how it continues with another one. Between requests it
// rests: it has no stream, and takes a connection again with its next command.
#pragma once

#include "php/database/mysql/connection.h"
#include "sql/mysql_remains.h"

namespace tern::php {

class MySqlObject final : public ConnectionObject {
public:
    using Loan = DatabasePool::Loan;
    MySqlObject(DatabasePool& pool, const MySqlDriver& driver, MYSQLND_CONN_DATA& session) noexcept
        : pool_(pool), driver_(driver), session_(session) {}
    DatabaseConnection* release() override;
    bool is_between_statements() const noexcept override;
    DatabaseConnection* recall() noexcept override;
    void end_request() noexcept override;

    // Null: the pool does not know this connection.
    static MySqlObject* of(const MYSQLND_CONN_DATA& session) noexcept;

    // It logs in next, by account(). False: there is no memory.
    bool prepare_login(const pool::Key& key, const MySqlLoginRequest& login) {
        account_ = MySqlAccount::of(driver_, key, login, session_);
        return account_ != nullptr;
    }
    const MySqlConnection::Account& account() const noexcept { return account_; }
    // It has its first connection.
    void begin(const MySqlConnection& connection) noexcept;
    // For this text. False: the object rests and gets no connection; its error says why. May suspend.
    bool end_rest(Loan& loan, Bytes text) { return !loan.rests || resume(loan, text); }
    // A command is sent next. False: the same.
    bool before_command(Loan& loan, php_mysqlnd_server_command command, Bytes argument);
    // It is sent.
    void after_end_of_prepared() noexcept;
    // The server has responded to a query or an execution.
    void note_response(bool succeeded);
    void note_database(Bytes name) { settings_.set({"database", std::string(name)}); }
    void note_multiple(bool multiple);
    void note_prepared(uint64_t statement);
    void note_not_prepared();
    // From now on the object keeps its connection.
    void set_pin(Pin its) noexcept;
    // Nothing in its session but settings decides about the response to a query.
    bool has_only_settings() const noexcept { return session_pin_ == Pin::none && account_ != nullptr; }
    const sql::MySqlSettings& settings() const noexcept { return settings_; }
    // How its server reads a text.
    sql::MySqlMode mode() const noexcept;
    // A query may still run at the server.
    bool awaits_response() const noexcept { return awaits_response_; }

private:
    static constexpr size_t kMostSettings = 32;
    static constexpr int kAttempts = 3;
    struct PreparedSettings {
        uint64_t statement;
        std::vector<sql::MySqlSetting> settings;
    };

    bool resume(Loan& loan, Bytes text);
    MySqlConnection* take(const std::optional<sql::MySqlRemains::Wanted>& remains);
    MySqlConnection* take_any();
    bool fail(const char* why);
    void read_statement(Bytes text);
    DatabaseConnection* take_connection(Loan& loan);
    bool follow(php_mysqlnd_server_command command, Bytes argument);
    bool follow_statement(Bytes text);
    sql::MySqlTraceOfText trace_of(Bytes text);
    sql::MySqlRemains::Counts counts() const noexcept;
    bool refuse_question();
    void begin_execution(Bytes argument);
    void end_prepared(Bytes argument) noexcept;
    Pin find_pin() const noexcept;

    DatabasePool& pool_;
    const MySqlDriver& driver_;
    MYSQLND_CONN_DATA& session_;
    MySqlConnection::Account account_;
    Pin session_pin_ = Pin::none;  // what was left in the session
    ProgramLine session_pinned_at_;
    sql::MySqlSettings settings_;
    sql::MySqlRemains remains_;               // of a pool that multiplexes
    std::vector<sql::MySqlSetting> pending_;  // of the command that was sent
    std::vector<PreparedSettings> prepared_settings_;
    size_t statements_ = 0;  // prepared ones
    bool awaits_response_ = false;
    bool failed_ = false;  // the last one
    bool is_resuming_ = false;
    bool has_ansi_quotes_ = false;
    bool was_recalled_ = false;   // it rests since then
    bool keeps_remains_ = false;  // the command that is sent
};

}  // namespace tern::php
