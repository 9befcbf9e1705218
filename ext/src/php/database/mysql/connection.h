// A session at a server of MySQL or MariaDB. While no program has it, the stream is in a connection object of mysqlnd
// that lies outside of PHP's heap, by which it is cleaned, asked and closed. While it is lent, the stream is in the
// program's object.
#pragma once

#include <string>

#include "php/database/database_pool.h"
#include "php/database/mysql/driver.h"

namespace tern::php {

class MySqlConnection final : public DatabaseConnection {
public:
    struct Login {
        pool::Key key;
        Bytes database;
        unsigned capabilities;
    };
    // For `session`, which has just logged in. Null: there is no memory.
    static MySqlConnection* of(const MySqlDriver& driver, const Login& login, MYSQLND_CONN_DATA& session);
    ~MySqlConnection() override;
    bool is_open() noexcept override;
    void close() noexcept override;
    bool begin_reset() override;
    bool finish_reset() override;

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

private:
    MySqlConnection(const MySqlDriver& driver, const Login& login, MYSQLND& own) noexcept;
    MYSQLND_CONN_DATA& own() const noexcept { return *own_->data; }
    void hold_stream(MYSQLND_CONN_DATA& session) noexcept;
    void give_stream(MYSQLND_CONN_DATA& session) noexcept;
    // What the session is, as text. Null: the server does not respond as expected.
    zend_string* ask();
    bool is_as_new();
    bool restore();
    bool query(Bytes statement);

    const MySqlDriver& driver_;
    MYSQLND* own_;
    std::string database_;
    unsigned capabilities_;
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
    std::string new_state_;  // of the session after its login
};

}  // namespace tern::php
