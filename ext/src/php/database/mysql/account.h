// With what an object of the program has logged in: another connection for it, or one that ends its query, is made with
// the same. Objects and connections with the same key share it.
#pragma once

#include <memory>
#include <string>

#include "php/database/mysql/key.h"
#include "sql/known_statements.h"
#include "sql/mysql_tokens.h"

namespace tern::php {

class MySqlConnection;

class MySqlAccount {
public:
    // Copies the options of an object that is about to log in. Null: there is no memory.
    static std::shared_ptr<MySqlAccount> of(const MySqlDriver& driver, const pool::Key& key,
                                            const MySqlLoginRequest& login, const MYSQLND_CONN_DATA& session);
    MySqlAccount(const MySqlAccount&) = delete;
    MySqlAccount& operator=(const MySqlAccount&) = delete;
    ~MySqlAccount();

    // As the driver does it, but the stream lies outside of PHP's heap. Suspends.
    bool log_in(MYSQLND_CONN_DATA& session) const;
    // On the stream that `session` has, to a session without what the former one had. `scramble` and `authentication`
    // are of the first login, `version` of the server. Suspends.
    bool log_in_again(MYSQLND_CONN_DATA& session, const std::string& scramble, const std::string& authentication,
                      const std::string& version) const;
    // An object of the driver outside of PHP's heap, with these options. Null: there is no memory.
    MYSQLND* make_object() const;

    const pool::Key& key() const noexcept { return key_; }
    Bytes address() const noexcept { return address_; }
    const std::string& database() const noexcept { return database_; }
    unsigned capabilities() const noexcept { return capabilities_; }
    sql::KnownStatements<sql::MySqlMode>& known_statements() noexcept { return known_statements_; }
    // Those that use tables, and leave the number of their rows only.
    sql::KnownStatements<sql::MySqlMode>& known_selects() noexcept { return known_selects_; }

private:
    MySqlAccount(const MySqlDriver& driver, const pool::Key& key, const MySqlLoginRequest& login, MYSQLND& options);

    const MySqlDriver& driver_;
    pool::Key key_;
    std::string address_;
    std::string user_;
    std::string password_;
    std::string database_;
    unsigned capabilities_;
    MYSQLND* options_;  // never connected
    sql::KnownStatements<sql::MySqlMode> known_statements_;
    sql::KnownStatements<sql::MySqlMode> known_selects_;
};

}  // namespace tern::php
