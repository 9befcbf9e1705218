// A process of a Swoole\Process\Pool, the master or a worker, for Tern\Internal\Supervisor. The rest of a pool is the
// library's PHP class.
#pragma once

#include <csignal>
#include <memory>

#include "loop/poller.h"
#include "php/coroutine/program/master_runtime.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/program_signals.h"
#include "proc/inbox.h"
#include "proc/master.h"

namespace tern::php {

// Callables that the PHP object owns.
struct PoolCalls {
    zval* work;
    zval* stop;
    zval* leave;
    zval* event;
};

class PoolProcess final : public proc::MasterEvents, public SignalOwner {
public:
    PoolProcess(const PoolCalls& calls, uint32_t workers, bool in_coroutine, int64_t timeout_ms) noexcept;
    PoolProcess(const PoolProcess&) = delete;
    PoolProcess& operator=(const PoolProcess&) = delete;
    ~PoolProcess() = default;

    // For the master: returns when all workers have ended. Does not return in workers.
    Error run() noexcept;
    bool fatal_error() const noexcept { return program_.failed(); }
    // For a process that a callback of the master, or a worker, forked.
    void leave_in_child() noexcept;

    bool is_worker() const noexcept { return identity_.worker_id >= 0; }
    int worker_pid(int worker_id) noexcept;
    Error shutdown() noexcept;
    // These are for a worker.
    // SIGTERM ends it at once, while it has no loop and no handler of its own.
    void let_signal_end() noexcept;
    Error detach() noexcept;
    void leave() noexcept;
    bool leaving() noexcept;
    // ok: readable. would_block: the time is over. canceled_io: the worker must leave. Suspends in a coroutine.
    Error wait_readable(int fd, coro::Deadline until) noexcept;
    // Another coroutine needs the descriptor: wait_readable() returns would_block. False: it does not wait for that
    // one.
    bool end_wait_for(int fd) noexcept;
    void give_away(int signal) noexcept override { inbox_.remove(signal); }
    // A server that this worker starts handles its signals. SIGTERM ends the server, and with it the worker.
    void give_away_all() noexcept {
        for (int signal : kSignals) give_away(signal);
    }

    void on_start() override;
    void on_before_shutdown() override;
    bool may_drain() override;
    void on_manager_stop() override;
    void wait(int fd, int64_t timeout_ms) override;

private:
    void notify(const char* event) noexcept;
    [[noreturn]] void work(proc::WorkerIdentity identity) noexcept;
    void take_signal_back() noexcept;
    Error watch_lines() noexcept;
    void look() noexcept;
    void begin_to_leave() noexcept;
    void call_exit() noexcept;
    void on_exit_again() noexcept;
    void call_exit_again() noexcept;
    Error block(int fd, coro::Deadline until) noexcept;
    Error suspend(Runtime& runtime, int fd, coro::Deadline until) noexcept;
    static void stop(void* self);

    static constexpr int kSignals[] = {SIGTERM, SIGUSR1};  // of a worker

    PoolCalls calls_;
    proc::MasterOptions options_;
    Log log_;
    proc::SharedState state_;
    proc::Inboxes inboxes_;
    std::unique_ptr<proc::Master> master_;  // null in workers
    uint32_t workers_;
    bool in_coroutine_;
    MasterRuntime program_;           // in the master
    ProgramSpan last_event_{{}, {}};  // the call whose timers and coroutines are awaited
    // In a worker: empty, and kept in memory, as its destructor has nothing to do.
    proc::Master* parents_master_ = nullptr;
    int64_t drain_from_ms_ = 0;  // the workers leave no earlier; in the master

    proc::WorkerIdentity identity_;  // of a worker
    loop::SignalInbox inbox_;
    loop::Watch line_watch_;
    Fd timeout_;  // a timer that does not keep the loop running
    loop::Watch timeout_watch_;
    Fd exit_again_;  // likewise
    loop::Watch exit_again_watch_;
    int64_t last_before_exit_ = 0;  // the coroutine that was started last before the first workerExit
    uint64_t last_exit_turn_ = 0;   // the turn of the loop in which workerExit was called last
    bool has_waiting_ = false;      // coroutines up to that one
    coro::Coroutine* waiter_ = nullptr;
    int waits_for_ = -1;  // the descriptor
    bool watched_ = false;
    bool leaving_ = false;
    bool signal_ends_ = false;
    pid_t master_pid_ = 0;
    bool detached_ = false;
};

// Null: there is none.
inline PoolProcess* pool() noexcept { return static_cast<PoolProcess*>(TERN_G(pool)); }

}  // namespace tern::php
