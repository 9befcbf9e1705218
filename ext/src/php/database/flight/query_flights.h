// Queries that are at the server of a database now, whose responses other coroutines of this worker get, too: those
// that want to send the same in a session that is like it. There is one in each worker of a server with the option
// db_shared_queries. A driver (flight/mysql_flights, flight/pgsql_flights) tells what is sent and copies the response.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "php/engine/fiber/coroutines.h"
#include "php/engine/globals.h"
#include "pool/connection.h"
#include "protocol/sql/digest.h"
#include "shm/write_count.h"

namespace tern::php {

// A query, and what decides about its response besides the tables.
struct FlightQuery {
    pool::Key key;
    uint64_t settings;  // a digest
    Bytes text;         // with the values of its parameters, if it has any
};

// Adds a part of such a text, which may have any bytes.
inline void add_flight_part(std::string& all, Bytes part) {
    all += std::to_string(part.size());
    all += ':';
    all += part;
}

// It has a reference count: the session that has sent the query, those that wait for its response, and those that read
// it have references.
class Flight : ListHook {
public:
    static constexpr size_t kMostResponse = 1 << 20;
    static constexpr size_t kMostText = 16 << 10;

    Flight(const FlightQuery& query, uint64_t writes)
        : key_(query.key), settings_(query.settings), text_(query.text), writes_(writes) {}
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }
    // False: it is too long.
    bool add(Bytes response) {
        if (response.size() > kMostResponse - response_.size()) return false;
        response_.append(response);
        return true;
    }
    Bytes response() const noexcept { return response_; }
    // The response, of a driver that has no bytes of it.
    void set_result(std::shared_ptr<void> result) noexcept { result_ = std::move(result); }
    void* result() const noexcept { return result_.get(); }
    void set_rows(uint64_t rows) noexcept { rows_ = rows; }
    uint64_t rows() const noexcept { return rows_; }
    bool is_awaited() const noexcept { return !waiters_.empty(); }
    const std::string& text() const noexcept { return text_; }
    // All of the query has been sent. A session that waits for a connection to send it must not keep those waiting that
    // have one.
    void note_sent() noexcept { is_sent_ = true; }

private:
    friend class QueryFlights;
    friend class List<Flight>;
    struct Waiter : ListHook {
        using ListHook::linked;
        using ListHook::unlink;
        coro::Coroutine* coroutine = nullptr;
    };
    ~Flight() = default;
    bool is_for(const FlightQuery& query) const noexcept {
        return settings_ == query.settings && text_ == query.text && key_ == query.key;
    }

    const pool::Key key_;
    const uint64_t settings_;
    const std::string text_;
    const uint64_t writes_;  // when it began
    std::string response_;
    std::shared_ptr<void> result_;
    uint64_t rows_ = 0;  // of a prepared statement
    List<Waiter> waiters_;
    uint32_t references_ = 1;
    bool is_sent_ = false;
    bool is_complete_ = false;
};

class QueryFlights {
public:
    enum class Joined : uint8_t {
        response,   // the flight has the whole response, and the caller a reference
        failed,     // the caller sends the query itself
        cancelled,  // the running coroutine
    };

    // `digests`: of the queries that are shared; "*": all.
    QueryFlights(Coroutines& coroutines, shm::WriteCount& writes, const std::vector<std::string>& digests);
    QueryFlights(const QueryFlights&) = delete;
    QueryFlights& operator=(const QueryFlights&) = delete;
    ~QueryFlights() = default;

    // Whether the option names it.
    bool wants(Bytes text, const sql::Syntax& syntax);
    // Null: there is none that may be joined, as none has been sent, or something has been written since.
    Flight* find(const FlightQuery& query) noexcept;
    // The caller is about to send it, and has the reference.
    Flight& begin(const FlightQuery& query);
    // Waits for its response. Suspends.
    Joined join(Flight& flight);
    // The whole response has been added, or there will be none. Takes over the reference. Runs no other coroutine.
    void end(Flight& flight, bool is_complete) noexcept;

    void count_shared() noexcept { ++shared_; }
    // Queries that were not sent.
    uint64_t shared() const noexcept { return shared_; }
    bool is_of_this_process() const noexcept { return TERN_G(forks) == forks_; }

private:
    void wake() noexcept;

    Coroutines& coroutines_;
    shm::WriteCount& writes_;
    const uint32_t forks_;
    bool wants_all_ = false;
    std::unordered_set<uint64_t> digests_;  // their hashes
    sql::Digest read_;
    List<Flight> flights_;
    List<Flight::Waiter> woken_;
    loop::Deferred wake_;
    uint64_t shared_ = 0;
};

// Of this process. Null: queries are not shared.
QueryFlights* query_flights() noexcept;

// Only notes what a process writes, for those that share queries.
void take_over_flights(shm::WriteCount& writes) noexcept;

// Lets the coroutines of a worker share queries, for the rest of the process.
void share_queries(Coroutines& coroutines, shm::WriteCount& writes, const std::vector<std::string>& digests);

}  // namespace tern::php
