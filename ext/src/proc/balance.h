// Spreads the connections of a server over its event workers. A new connection goes to the worker that better_slot()
// names. A connection between two requests goes to the one that a Rebalancer names.
#pragma once

#include <array>
#include <cstdint>

#include "proc/shared_state.h"

namespace tern::proc {

// Chooses the worker for a new connection. Workers accept from one queue, and the worker that wakes first takes all
// that is there. So long-lived connections are passed on, and workers (each with a CPU and a pool of database
// connections) get an even share.
// The slot of a serving worker with clearly fewer connections than the one in slot `mine`, and not clearly more
// requests in progress: the connections of `mine` may be idle. -1: keep the connection.
int better_slot(const SharedState& state, uint32_t mine) noexcept;

// What a worker had to do since the last comparison.
struct WorkerLoad {
    uint64_t requests = 0;  // in progress or waiting, and connections in transit to it
    uint64_t busy = 0;      // thousandths of the time in which its loop worked
    bool silent = false;    // it has requests, but its loop has not turned: it waits for them, or is blocked
};

// True: connections of the worker with the load `own` belong to that of `other`. It has clearly fewer requests and is
// not clearly busier, or it is clearly less busy and has not clearly more requests. Never true in both directions.
bool has_room(const WorkerLoad& other, const WorkerLoad& own) noexcept;

// Decides whether another worker handles the next request of a connection. Each event worker has one.
//
// There are two reasons. Another worker has had room at several comparisons in sequence: then some connections go
// there. Or the request would wait in this worker, and another one has a place for it or clearly fewer requests. In the
// first case a worker keeps its only active connection, which would bring its load with it.
class Rebalancer {
public:
    static constexpr int64_t kCompareEveryUs = 100'000;
    static constexpr int kSightings = 3;          // comparisons in sequence before a connection goes
    static constexpr uint32_t kMostWorkers = 64;  // that are compared

    // The state outlives it.
    Rebalancer(const SharedState& state, uint32_t mine) noexcept : state_(state), mine_(mine) {}

    bool is_due(int64_t now_us) const noexcept { return now_us >= due_us_; }
    // Compares the workers. Call it at the end of a turn when it is due.
    void compare(int64_t now_us) noexcept;
    // How many connections may still go. A request needs slot_for() only if this is not 0, or if the worker is full.
    uint32_t moves() const noexcept { return moves_; }
    // The slot of the worker for the next request of this connection; -1: it stays.
    int slot_for(int64_t session_id) noexcept;
    // The connection has gone to slot_for(), or could not. After a failure nothing goes before the next comparison.
    void note_result(bool has_gone) noexcept { moves_ = has_gone && moves_ > 0 ? moves_ - 1 : 0; }

private:
    static constexpr uint32_t kMostMoves = 1 << 16;

    // The counters at the last comparison.
    struct Seen {
        uint32_t generation = 0;
        uint64_t busy_us = 0;
        uint64_t turns = 0;
    };
    // The other workers at one comparison.
    struct Others {
        WorkerLoad least;
        int slot = -1;          // of the worker with the least load of those with room; -1: none has room
        uint64_t requests = 0;  // of all others
        uint32_t count = 0;
    };

    WorkerLoad measure(uint32_t slot, Seen& seen, uint64_t passed_us) const noexcept;
    Others look_at_others(const WorkerLoad& own, uint64_t passed_us) noexcept;
    void permit(const WorkerLoad& own, const Others& others) noexcept;
    int slot_with_shorter_wait() const noexcept;

    const SharedState& state_;
    const uint32_t mine_;
    std::array<Seen, kMostWorkers> seen_{};  // by distance of the slot
    int64_t compared_us_ = 0;
    int64_t due_us_ = 0;
    int receiver_ = -1;
    int sightings_ = 0;
    uint32_t moves_ = 0;
    uint32_t step_ = 0;          // of moves because of time; it doubles until that is enough
    int64_t first_session_ = 0;  // the first that had a request since moves were permitted: it stays
};

}  // namespace tern::proc
