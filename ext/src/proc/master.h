// The supervisor: starts the workers, replaces those that end, reloads and shuts down without losing a request. It is
// the process that called start(), and plays the published manager's part as well.
//
//   SIGTERM, SIGINT   graceful shutdown; once more: at once      SIGUSR1   rolling reload
//   SIGHUP, SIGRTMIN  reopen log files                           SIGUSR2   reload of task workers only
//
// Forks happen only between two calls of MasterEvents, at the top level of run(), which therefore returns in every
// process: in each child as soon as it exists, in the master when all is over. Workers ask for a reload or the shutdown
// over their control line, since one that runs as another user may not signal the master.
#pragma once

#include <string>
#include <vector>

#include "base/log.h"
#include "loop/signal_inbox.h"
#include "proc/backoff.h"
#include "proc/pid_file.h"
#include "proc/process_table.h"
#include "proc/reload.h"

namespace tern::proc {

struct MasterOptions {
    int64_t max_wait_time_ms = 3000;   // a draining worker is killed after this
    int64_t kill_grace_ms = 500;       // more of it for shutdown, and for a worker that closed its line
    int64_t start_timeout_ms = 60000;  // a replacement that is not ready by then has failed; the old worker stays
    int64_t insist_after_ms = 500;     // a stop signal so long after the first one means: at once
    std::string pid_file;              // empty: none
    bool reloads_users = false;        // where the program's own processes are what there is to reload
};

// All are called in the master, at its top level. They may call reload(), stop_worker() and shutdown().
class MasterEvents {
public:
    virtual void on_start() {}  // the first workers have been forked
    virtual void on_manager_start() {}
    virtual void on_workers_ready() {}  // once: every worker id has been ready
    virtual void on_worker_error(const WorkerExit&) {}
    virtual void on_worker_stop(const WorkerExit&) {}  // after any end, expected or not; its slot is free
    virtual void on_before_reload() {}
    virtual void on_after_reload() {}
    virtual void on_before_shutdown() {}
    // Whether that is over: the workers are told to leave then, at max_wait_time at the latest.
    virtual bool may_drain() { return true; }
    // Whether what it, on_manager_stop() or on_shutdown() has begun is over: the next of these is called then, after
    // max_wait_time at the latest.
    virtual bool may_end() { return true; }
    virtual void on_manager_stop() {}
    virtual void on_shutdown() {}
    virtual void on_reopen_log() {}
    // Returns when `fd` is readable or the time is over (-1: no limit), or earlier. The place to run a loop.
    virtual void wait(int fd, int64_t timeout_ms);

protected:
    ~MasterEvents() = default;
};

struct MasterResult {
    enum class Role { master, worker };
    Role role = Role::master;
    int exit_code = 0;
    WorkerIdentity identity;  // a worker's
};

class Master {
public:
    // All outlive the Master. `state` says how many workers there are; `inboxes` has a box for each of its slots.
    Master(const MasterOptions& options, MasterEvents& events, SharedState& state, Inboxes& inboxes, Log& log) noexcept;
    Master(const Master&) = delete;
    Master& operator=(const Master&) = delete;

    MasterResult run() noexcept;

    // Requests: they are met when control is back in run().
    void reload(bool only_tasks = false) noexcept;
    void shutdown() noexcept;
    // For a child that a callback forked: it is no part of the server, and must not look like the master being alive.
    void leave_in_child() noexcept;
    // Replaces one worker; the old process leaves when the new one is ready, of the program's own before.
    Error stop_worker(int worker_id) noexcept;
    // It shuts down, and nothing begins to run a task any more.
    bool tasks_leave() const noexcept { return tasks_leave_; }

private:
    struct Worker {
        Backoff backoff;
        int64_t spawn_at_ms = 0;
        uint32_t current = 0;      // generation that has the worker id; 0: none
        uint32_t replacement = 0;  // generation that will have it when ready
        int last_slot = -1;
        bool was_ready = false;
        int failed_starts = 0;  // processes in a row that ended before they were ready
    };
    enum class Fork { done, in_child };
    static constexpr int64_t kRetryMs = 100;
    static constexpr int kFailedStarts = 3;  // of each worker: then the log says that none can start

    Error start_up() noexcept;
    void finish() noexcept;
    bool over() const noexcept { return stopping_ && processes_.size() == 0; }

    Fork fork_due() noexcept;
    Fork fork_worker(int worker_id) noexcept;
    Fork fork_replacement() noexcept;
    Fork become_worker(ProcessTable::Spawned& spawned) noexcept;
    int64_t wait_ms() const noexcept;

    void step() noexcept;
    void take_signals() noexcept;
    void on_signal(int signal) noexcept;
    void on_stop_signal() noexcept;
    void receive_messages() noexcept;
    void handle_request(ControlMessage message) noexcept;
    void on_ready(WorkerProcess& process) noexcept;
    void on_recycle(const WorkerProcess& process) noexcept;
    void on_detach(WorkerProcess& process) noexcept;
    void announce_ready() noexcept;
    void reap_workers() noexcept;
    void on_departed(const ProcessTable::Departed& departed) noexcept;
    void log_departed(const ProcessTable::Departed& departed) noexcept;
    void report_failed_starts() noexcept;
    void schedule_spawn(Worker& worker, const ProcessTable::Departed& departed) noexcept;
    void follow_requests() noexcept;
    void start_reload(bool only_tasks) noexcept;
    void begin_shutdown() noexcept;
    void drain_workers() noexcept;
    void wait_for_program() noexcept;
    void end_tasks() noexcept;
    void reopen_logs() noexcept;

    MasterOptions options_;
    MasterEvents& events_;
    SharedState& state_;
    Log& log_;
    ProcessTable processes_;
    loop::SignalInbox inbox_;
    PidFile pid_file_;
    Reload reload_;
    std::vector<Worker> workers_;
    WorkerIdentity identity_;  // in a child, on its way out of run()
    int64_t stop_asked_ms_ = 0;
    int64_t drain_at_ms_ = 0;  // 0: no shutdown has begun
    bool reload_requested_ = false;
    bool tasks_requested_ = false;       // a reload of them only
    bool remembered_only_tasks_ = true;  // of the reload that follows the one under way
    bool shutdown_requested_ = false;
    bool insisted_ = false;  // asked to stop again: nothing is waited for
    bool stopping_ = false;
    bool tasks_leave_ = false;  // when nobody is left who could send more of them
    bool announced_ready_ = false;
    bool reported_failed_starts_ = false;  // since a worker was ready for the last time
};

}  // namespace tern::proc
