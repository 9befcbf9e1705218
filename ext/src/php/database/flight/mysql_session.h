// What is known of a connection of mysqlnd: what it has sent last, and its part in a flight. It leads one while it
// reads the response of the server that others wait for, and copies one while it reads a response that another has got.
#pragma once

#include <string>

#include "php/database/flight/query_flights.h"
#include "php/database/mysql/driver.h"
#include "php/database/queries/query_sessions.h"
#include "sql/mysql_access.h"

namespace tern::php {

class MySqlFlightSession {
public:
    MySqlFlightSession() noexcept : check_([](void* self) { static_cast<MySqlFlightSession*>(self)->check(); }, this) {}
    MySqlFlightSession(const MySqlFlightSession&) = delete;
    MySqlFlightSession& operator=(const MySqlFlightSession&) = delete;
    ~MySqlFlightSession() = default;

    // --- the first one. Takes over the reference.
    void lead(MYSQLND_PFC& codec, Flight& flight) noexcept;
    bool leads() const noexcept { return leads_ != nullptr; }
    void note_sent() noexcept { leads_->note_sent(); }
    // Its result has been announced. If the program does not store it in this turn of the loop, it may take any time.
    void expect_store() noexcept;
    void begin_store() noexcept { stores_ = true; }
    // `rows`: as many as others that have copied the response of a prepared statement make again.
    void end_lead(bool is_complete, uint64_t rows = 0) noexcept;

    // --- the others. Takes over the reference.
    void copy(MYSQLND_PFC& codec, Flight& flight);
    bool copies() const noexcept { return copies_ != nullptr; }

    // --- what the server does not know: the last SELECT, as it was not sent
    // What statement comes next. True: it asks about that SELECT, whose text is untold().
    bool asks_about_untold(Bytes statement, sql::MySqlMode mode) noexcept;
    const std::string& untold() const noexcept { return untold_; }
    // It copies the response to a prepared statement: what the server is told instead has as many rows.
    void note_rows();
    void clear_untold() noexcept { untold_.clear(); }
    // A prepared statement was executed.
    void note_execution(bool reads) noexcept {
        outcome_is_untold_ = false;
        if (reads) untold_.clear();
    }

    // The connection ends.
    void end();

    sql::MySqlAccess access = sql::MySqlAccess::writes;  // of the last statement
    bool is_telling = false;                             // it sends the last SELECT
    bool asks = false;  // a prepared statement may ask about the last SELECT at any time

private:
    using Receive = decltype(std::declval<MYSQLND_PFC_DATA>().m.receive);

    static enum_func_status record(MYSQLND_PFC* codec, MYSQLND_VIO* transport, zend_uchar* buffer, size_t size,
                                   MYSQLND_STATS* stats, MYSQLND_ERROR_INFO* error);
    static enum_func_status read_copy(MYSQLND_PFC* codec, MYSQLND_VIO* transport, zend_uchar* buffer, size_t size,
                                      MYSQLND_STATS* stats, MYSQLND_ERROR_INFO* error);
    void replace_receive(MYSQLND_PFC& codec, Receive by) noexcept;
    void check() noexcept;
    void end_copy() noexcept;

    Flight* leads_ = nullptr;   // a reference
    Flight* copies_ = nullptr;  // a reference
    size_t position_ = 0;       // in the response of `copies_`
    MYSQLND_PFC* codec_ = nullptr;
    Receive receive_ = nullptr;  // the driver's
    bool stores_ = false;
    std::string untold_;
    bool outcome_is_untold_ = false;  // it was the last statement
    loop::Deferred check_;
};

// Of the connections that have sent a statement, by their codecs: the driver reads by that.
QuerySessions<MySqlFlightSession>& mysql_flight_sessions() noexcept;

}  // namespace tern::php
