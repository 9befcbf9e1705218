// A session at a server of PostgreSQL: libpq's PGconn, which lies outside of PHP's heap. The program never has its
// address (program_connections.h).
#pragma once

#include <string>

#include "php/database/database_pool.h"
#include "php/database/pgsql/account.h"
#include "php/database/pgsql/libpq.h"
#include "sql/pgsql_effect.h"

namespace tern::php {

class PgsqlConnection final : public DatabaseConnection {
public:
    using Account = std::shared_ptr<PgsqlAccount>;
    // For `connection`, which has just logged in, and belongs to this object.
    PgsqlConnection(const Libpq& libpq, const Account& account, PgConnection& connection) noexcept;
    ~PgsqlConnection() override;
    bool is_open() noexcept override;
    bool has_ended() const noexcept;
    void close() noexcept override { delete this; }
    bool begin_reset() override;
    bool finish_reset() override;
    void stop_query() override;

    // Asks the new session what it is, to compare with later. False: it does not say, so it cannot be used again.
    // Suspends.
    bool learn();
    // Makes the settings of libpq those of a new connection.
    void lend() noexcept;
    // The program has ended its use. The session is cleaned by what follows.
    void take_back() noexcept;
    // Why it cannot be cleaned. False: it can.
    bool is_stuck(pool::Closed& reason) const noexcept;
    // It has connected again.
    void renew() noexcept;

    PgConnection* connection() const noexcept { return connection_; }
    const Account& account() const noexcept { return account_; }

    // Once it is clean it gets these settings, for an object that will want the same.
    void prepare_for(const sql::PgsqlSettings& settings) { wanted_ = settings; }
    // Gives a clean session these settings. False: the server refuses them, or is lost. Suspends.
    bool change_to(const sql::PgsqlSettings& settings);

private:
    bool adopt(const sql::PgsqlSettings& settings);
    bool finish_command();
    bool execute(const char* command);
    void drop_notifications() noexcept;
    // What the session is, as text. "": the server does not say.
    std::string ask();

    const Libpq& libpq_;
    Account account_;
    PgConnection* connection_;
    PgCancel* cancel_;
    PgNoticeProcessor new_notices_;
    std::string new_state_;
    sql::PgsqlSettings wanted_;
    bool rolls_back_ = false;
};

}  // namespace tern::php
