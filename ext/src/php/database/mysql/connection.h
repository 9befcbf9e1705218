// A session at a server of MySQL or MariaDB. While no program has it, the stream is in a connection object of mysqlnd
// that lies outside of PHP's heap, by which it is cleaned, asked and closed. While it is lent, the stream is in the
// program's object.
#pragma once

#include <string>

#include "php/database/database_pool.h"
#include "php/database/mysql/account.h"
#include "sql/mysql_effect.h"
#include "sql/mysql_remains.h"

namespace tern::php {

// A SELECT of constants with as many rows, for FOUND_ROWS().
inline constexpr uint64_t kMostRowsMade = 1000;
std::string statement_with_rows(uint64_t count);

class MySqlConnection final : public DatabaseConnection {
public:
    using Account = std::shared_ptr<MySqlAccount>;
    // For `session`, which has just logged in. Null: there is no memory.
    static MySqlConnection* of(const MySqlDriver& driver, const Account& account, MYSQLND_CONN_DATA& session);
    // Logs in without an object of the program. Null: `error` says why, as the driver does, if it
    // is not null. Suspends.
    static MySqlConnection* make(const MySqlDriver& driver, const Account& account, MYSQLND_ERROR_INFO* error);
    ~MySqlConnection() override;
    bool is_open() noexcept override;
    void close() noexcept override;
    bool begin_reset() override;
    bool finish_reset() override;
    // By a second connection: the stream is closed already.
    void stop_query() override;

    // Asks the new session what it is, to compare with later. `session` has the stream before and after. False: the
    // server does not respond. Suspends.
    bool learn(MYSQLND_CONN_DATA& session);
    // False: a session that was reset is not like a new one at this server.
    bool is_reusable() const noexcept { return !has_init_connect_; }

    // `session` is in the middle of its connect: it continues as after a login.
    void lend_to(MYSQLND_CONN_DATA& session, const MYSQLND_CSTRING& address);
    // Takes the stream out of an object that ends.
    void take_from(MYSQLND_CONN_DATA& session, bool multiple_changed) noexcept;
    uint64_t thread_id() const noexcept { return thread_id_; }
    const Account& account() const noexcept { return account_; }
    // The sql_mode of a new session.
    bool has_ansi_quotes() const noexcept { return has_ansi_quotes_; }

    // `session` has rested, and continues with this connection.
    void resume(MYSQLND_CONN_DATA& session) noexcept;
    // Once it is clean it gets these settings, for an object that will want the same.
    void prepare_for(const sql::MySqlSettings& settings) { wanted_ = settings; }
    // Gives a clean session these settings. False: the server refuses them, or is lost. Suspends.
    bool change_to(const sql::MySqlSettings& settings);
    // Makes its last statements leave this. The same.
    bool leave(const sql::MySqlRemains::Wanted& wanted);

private:
    MySqlConnection(const MySqlDriver& driver, const Account& account, MYSQLND& own) noexcept;
    MYSQLND_CONN_DATA& own() const noexcept { return *own_->data; }
    void hold_stream(MYSQLND_CONN_DATA& session) noexcept;
    void give_stream(MYSQLND_CONN_DATA& session) noexcept;
    // What the session is, as text. Null: the server does not respond as expected.
    zend_string* ask();
    bool is_as_new();
    bool restore();
    bool log_in_again();
    void kill(uint64_t thread_id);
    bool adopt(const sql::MySqlSettings& settings);
    bool set_multiple(bool multiple);
    bool query(Bytes statement);
    bool query_rows(Bytes statement);

    const MySqlDriver& driver_;
    MYSQLND* own_;
    Account account_;
    // As the server said at the login.
    std::string version_;
    std::string scramble_;
    std::string authentication_;
    const MYSQLND_CHARSET* greeted_charset_;
    const MYSQLND_CHARSET* charset_;
    uint64_t thread_id_;
    zend_ulong server_capabilities_;
    unsigned protocol_;
    unsigned status_ = 0;
    bool is_secure_;
    bool multiple_changed_ = false;
    bool has_init_connect_ = false;
    bool has_ansi_quotes_ = false;
    bool has_database_ = false;  // the session that was asked last
    sql::MySqlSettings wanted_;
    std::string new_state_;  // of the session after its login
};

}  // namespace tern::php
