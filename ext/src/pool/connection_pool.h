// The connections of one process, within a number of places that all processes of a server share. A place belongs to a
// connection from before its connect until after its close. Who finds neither a connection nor a place waits in one
// queue: what becomes free goes to the first, and none overtakes.
#pragma once

#include "base/result.h"
#include "coro/coroutine.h"
#include "pool/connection.h"
#include "shm/places.h"

namespace tern::pool {

struct Limits {
    int64_t idle_ms = 60'000;
    int64_t lifetime_ms = 1'800'000;
    size_t kept = 0;  // connections that stay open though they are idle for longer than idle_ms
};

// Why connections were closed.
enum class Closed : uint8_t {
    idle,
    lifetime,
    elsewhere,      // another process, or another key, needs the place
    lost,           // by the server
    failed,         // it could not be made
    in_the_middle,  // of a result
    changed_user,
    fatal_error,
    unclean,
    init_connect,
    stopped,      // the process ends
    cancelled,    // the program has asked the server to cancel a query, which may come late
    unsupported,  // the server does not tell what is needed to clean it, or it replicates
};
inline constexpr size_t kClosedReasons = 13;
// As in metrics: "in_the_middle".
const char* name_of(Closed reason) noexcept;

struct Counts {
    uint64_t made = 0;
    uint64_t reused = 0;
    uint64_t waits = 0;
    uint64_t timeouts = 0;
    std::array<uint64_t, kClosedReasons> closed{};
};

class ConnectionPool {
public:
    ConnectionPool(coro::Scheduler& scheduler, shm::Places& places, const Limits& limits) noexcept;
    ConnectionPool(const ConnectionPool&) = delete;
    ConnectionPool& operator=(const ConnectionPool&) = delete;
    // The process ends, and the kernel closes what is left.
    ~ConnectionPool() = default;

    // What is wanted: a connection with this key. One with this variant is preferred; the caller changes another one.
    struct Wish {
        Wish(const Key& its_key, uint64_t its_variant = 0) noexcept : key(its_key), variant(its_variant) {}
        Key key;
        uint64_t variant;
    };
    // A clean connection, or null: the caller makes one in a place that it has from now on, and calls count_made().
    // Error::would_block: there is neither, or one is expected, so wait().
    Result<Connection*> try_take(const Wish& wish) noexcept;
    // The same for a caller that cannot wait.
    Result<Connection*> take_now(const Wish& wish) noexcept;
    // The same, but waits. Suspends. Error::timed_out, Error::canceled_io.
    Result<Connection*> wait(const Wish& wish, coro::Deadline until) noexcept;
    void count_made() noexcept { ++counts_.made; }
    // What tests a connection that was idle for Limits::idle_ms and stays open. It has been taken.
    void call_to_test(void (*test)(Connection& connection)) noexcept { test_ = test; }
    // What takes a connection from its user, who does not need it at the moment: for this wish of one that waits, or,
    // null, for its place. It comes back as in put() or close(), for a place at once. False: there is none.
    using Recall = bool (*)(void* self, const Wish* wish);
    void call_to_recall(Recall recall, void* self) noexcept {
        recall_ = recall;
        recaller_ = self;
    }
    // A user does not need its connection at the moment.
    void look_for_waiters() noexcept { serve_later(); }

    // These run no other coroutine: who waits continues at the end of the turn.
    // A connection that was taken will come back soon, by put() or close(): who wants it waits for that, rather than
    // take the place of an idle one with another key.
    void expect(Connection& connection) noexcept { returning_.push_back(connection); }
    // Takes back a clean connection: it becomes idle, or is closed.
    void put(Connection& connection) noexcept;
    // Closes a connection that was taken, and frees its place.
    void close(Connection& connection, Closed reason) noexcept;
    // Frees the place of one that could not be made.
    void release_place(Closed reason) noexcept;
    // Closes those that are idle, and those that come back.
    void stop() noexcept;

    size_t places() const noexcept { return places_used_; }  // connections, with those that are being made
    size_t idle() const noexcept { return idle_count_; }
    size_t waiting() const noexcept { return waiting_; }
    const Counts& counts() const noexcept { return counts_; }

private:
    static constexpr int64_t kLookEveryMs = 20;
    static constexpr int64_t kTendEveryMs = 100;
    static constexpr int64_t kLookAtIdleEveryMs = 1000;
    struct Waiter;

    Connection* take_idle(const Wish& wish) noexcept;
    Connection* find_idle(const Wish& wish) noexcept;
    Connection* reuse(Connection& idle) noexcept {
        ++counts_.reused;
        return &idle;
    }
    bool is_expected(const Key& key) noexcept;
    Result<Connection*> find(const Wish& wish) noexcept;
    bool take_free_place() noexcept;
    bool take_idle_place() noexcept;
    bool take_used_place() noexcept;
    void free_place() noexcept;
    // Closes an idle one; its place remains this process's.
    void drop_idle(Connection& connection, Closed reason) noexcept;
    void serve_later() noexcept;
    void serve() noexcept;
    void recall_for_waiters() noexcept;
    void tend() noexcept;
    void tend_later() noexcept;
    void tend_one(Connection& idle, int64_t now_ms, bool looks) noexcept;

    coro::Scheduler& scheduler_;
    shm::Places& all_places_;
    Limits limits_;
    List<Connection> idle_;  // the last one was used last
    List<Connection> returning_;
    List<Waiter> waiters_;
    loop::Deferred serve_;
    loop::Timer look_;  // for places of other processes
    loop::Timer tend_;
    void (*test_)(Connection& connection) = nullptr;
    Recall recall_ = nullptr;
    void* recaller_ = nullptr;
    int64_t looked_ms_ = 0;  // at the idle ones
    size_t places_used_ = 0;
    size_t idle_count_ = 0;
    size_t waiting_ = 0;
    Counts counts_;
    bool stopped_ = false;
};

}  // namespace tern::pool
