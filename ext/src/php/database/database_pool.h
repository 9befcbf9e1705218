// The connections to databases that the requests of one worker share: who has them, and how they are cleaned. A driver
// (php/database/mysql) moves them into the objects of the program and takes them back. There is one in each worker of a
// server with the option db_connections.
#pragma once

#include "base/address_map.h"
#include "php/database/pin.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/fiber.h"
#include "pool/connection_pool.h"

namespace tern::php {

// A connection that was reset before it is lent again.
class DatabaseConnection : public pool::Connection {
public:
    using Connection::Connection;

    // Sends what cleans the session. Does not wait for the response. False: it is lost.
    virtual bool begin_reset() = 0;
    // Waits for the response, and compares the session with a new one. False: it is not as new. Suspends. The caller
    // has set a time limit for the calls of its coroutine.
    virtual bool finish_reset() = 0;
    // Before it is closed: ends what the server still does for it. Suspends, under the same conditions.
    virtual void stop_query() {}
};

// What a driver knows of an object of the program that may give its connection back between requests.
class ConnectionObject {
public:
    virtual ~ConnectionObject() = default;
    // No coroutine uses the object any more. Takes the connection out of the object, which takes one again when the
    // program uses it. Null: the object keeps it, and pin() says why.
    virtual DatabaseConnection* release() = 0;
    // A coroutine uses the object, but has sent nothing, and nothing is left in the session that a later statement may
    // see. Of a pool that multiplexes.
    virtual bool is_between_statements() const noexcept { return false; }
    // The same as release(), of such an object.
    virtual DatabaseConnection* recall() noexcept { return nullptr; }
    // No coroutine uses the object any more, and it rests since recall().
    virtual void end_request() noexcept {}

    Pin pin = Pin::none;
    ProgramLine pinned_at;  // empty: where it got its connection
};

class DatabasePool {
public:
    using Wish = pool::ConnectionPool::Wish;
    struct Limits {
        pool::Limits connections;
        int64_t wait_ms = 10'000;
        const char* option = "db_connections";  // which says how many, for messages
        bool multiplexes = false;               // between the statements of a request
    };
    DatabasePool(Coroutines& coroutines, shm::Places& places, const Limits& limits) noexcept;
    DatabasePool(const DatabasePool&) = delete;
    DatabasePool& operator=(const DatabasePool&) = delete;
    ~DatabasePool() = default;

    // A clean connection with this key, or null: the caller makes one, in a place that it has. Suspends.
    // Error::timed_out; Error::would_deadlock: this code may not suspend, and this worker has the connections.
    Result<pool::Connection*> take(const Wish& wish);
    // For the message of the caller's exception: why take() has failed, and "this worker has 20: /srv/page.php:12 for
    // 3.1 s, ...".
    void append_refusal(smart_str& text, Error error) noexcept;

    // What an object of a driver has.
    struct Loan {
        DatabaseConnection* connection = nullptr;  // null: it is making one, or rests
        ConnectionObject* object = nullptr;        // owned by the driver; null: it gives nothing back before its end
        bool rests = false;                        // it has neither a connection nor a place
        bool options_changed = false;              // which driver and server have agreed on at the login
        bool is_reusable = true;
        pool::Closed reason = pool::Closed::lost;  // if it is not
    };
    // The object `user` has this connection now, or has a place and makes one: null.
    void begin_use(const void* user, DatabaseConnection* connection);
    // Null: the object is not known.
    Loan* loan_of(const void* user) noexcept;
    // Of the pool of this process. Null: it has none, too.
    static Loan* find_loan(const void* user) noexcept;
    // The connection of the object is closed with it, for this reason.
    static void refuse_reuse(const void* user, pool::Closed reason) noexcept;
    // The running coroutine uses the object: until it ends, the object keeps its connection.
    void note_use(Loan& loan) {
        auto& use = static_cast<Use&>(loan);
        const coro::Coroutine* self = coroutines_.scheduler.current();
        if (const int64_t id = self == nullptr ? 0 : self->id(); id != use.last_coroutine) add_holder(use, id);
    }
    // The object gives up its connection, which the caller has now, and its place.
    void begin_rest(Loan& loan) noexcept;
    // An object that rested has this connection now.
    void end_rest(Loan& loan, DatabaseConnection& connection) noexcept;
    // The object ends. False: it is not known.
    bool end_use(const void* user, Loan& loan) noexcept;

    // Cleans a connection that came back, and keeps it. Runs no other coroutine.
    void give_back(DatabaseConnection& connection) noexcept;
    void close(DatabaseConnection& connection, pool::Closed reason) noexcept { pool_.close(connection, reason); }
    // close() after stop_query(). Runs no other coroutine.
    void abandon(DatabaseConnection& connection, pool::Closed reason) noexcept;
    // For a place whose connection could not be made.
    void release_place(pool::Closed reason) noexcept { pool_.release_place(reason); }
    void count_made() noexcept { pool_.count_made(); }
    // Objects give their connections to others between two statements.
    bool multiplexes() const noexcept { return multiplexes_; }
    // An object is between two statements.
    void note_between_statements() noexcept { pool_.look_for_waiters(); }
    // The process ends soon.
    void stop() noexcept { pool_.stop(); }

    const pool::ConnectionPool& connections() const noexcept { return pool_; }
    size_t in_use() const noexcept { return use_count_; }
    // Queries that ended with their connection: see abandon().
    uint64_t stopped_queries() const noexcept { return stopped_queries_; }
    // Connections that were taken between two statements.
    uint64_t recalled() const noexcept { return recalled_; }
    // Of those in use, those whose coroutines have ended: the program keeps the object. Calls visit(pin, line, where it
    // got the connection, since when).
    template <class Visitor>
    void each_pinned(Visitor visit) noexcept {
        for (Use* use = uses_.front(); use != nullptr; use = uses_.next(*use)) {
            if (use->is_pinned()) visit(use->pin(), use->pinned_at(), use->where, use->since_ms);
        }
    }
    bool is_of_this_process() const noexcept { return TERN_G(forks) == forks_; }

private:
    static constexpr size_t kHoldersTold = 5;
    struct Holder;
    // In the list of uses while it has a connection or a place.
    struct Use : Loan, ListHook {
        bool is_pinned() const noexcept { return holders.empty() && connection != nullptr; }
        Pin pin() const noexcept {
            if (object == nullptr) return Pin::driver;
            return object->pin == Pin::none ? Pin::no_coroutine : object->pin;
        }
        const char* pinned_at() const noexcept {
            const bool has_line = object != nullptr && object->pinned_at.text[0] != 0;
            return has_line ? object->pinned_at.text : where.text;
        }
        std::vector<Holder*> holders;  // coroutines that have used it, and run
        int64_t last_coroutine = kNoCoroutine;
        int64_t since_ms = 0;
        ProgramLine where;
    };
    static constexpr int64_t kNoCoroutine = -1;
    // In the list of what a coroutine has to give back.
    struct Holder : CoroutineLocals::Held {
        Holder(Use& its_use, int64_t its_coroutine) noexcept : Held(end), use(its_use), coroutine(its_coroutine) {}
        static void end(Held& self);
        Use& use;
        int64_t coroutine;
    };

    struct Returned {
        DatabasePool* pool;
        DatabaseConnection* connection;
        bool is_reusable;
        pool::Closed reason;  // if it is not
    };

    void append_holders(smart_str& text) noexcept;
    static bool recall(void* self, const Wish* wish) noexcept;
    Use* find_between_statements(const Wish* wish) noexcept;
    void begin(Use& use) noexcept;
    void add_holder(Use& use, int64_t coroutine);
    void end_of_holders(Use& use) noexcept;
    static void clean(void* returned);
    void clean_later(const Returned& returned) noexcept;
    void start_cleaning() noexcept;

    Coroutines& coroutines_;
    int64_t wait_ms_;
    const char* option_;
    uint32_t forks_;
    pool::ConnectionPool pool_;
    AddressMap<Use*> users_;
    List<Use> uses_;  // the oldest first
    size_t use_count_ = 0;
    std::vector<Returned> returned_;
    uint64_t stopped_queries_ = 0;
    uint64_t recalled_ = 0;
    bool multiplexes_;
    loop::Deferred start_cleaning_;
};

// Of this process. Null: its programs connect directly.
DatabasePool* database_pool() noexcept;
// The same for Redis, whose connections have places of their own: a request that has a connection to its database, and
// waits for one to Redis, waits for no other request of its kind.
DatabasePool* redis_pool() noexcept;

// Whether the running code may suspend until another coroutine does something.
bool may_wait_for_coroutines() noexcept;

// Makes the pool of a worker, for the rest of the process.
void share_connections(Coroutines& coroutines, shm::Places& places, const DatabasePool::Limits& limits);
void share_redis_connections(Coroutines& coroutines, shm::Places& places, const DatabasePool::Limits& limits);

}  // namespace tern::php
