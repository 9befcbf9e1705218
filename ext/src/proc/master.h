// The supervisor: starts the workers, replaces those that end, reloads and shuts down without losing a request. It is
// the process that called start(), and has the part of the published manager process, too.
//
//   SIGTERM, SIGINT   graceful shutdown; once more: at once      SIGUSR1   rolling reload
//   SIGHUP, SIGRTMIN  reopen log files                           SIGUSR2   reload of task workers only
//   SIGRTMIN + 1      upgrade: a new server takes over
//
// The master forks only at the top level of run(), between two calls of MasterEvents. So run() returns in every
// process: in a child at once, in the master at the end. Workers request a reload or a shutdown over their control
// channel, as a worker that runs as another user may not signal the master.
#pragma once

#include <string>
#include <vector>

#include "base/error_page.h"
#include "base/log.h"
#include "loop/signal_inbox.h"
#include "proc/adopted_children.h"
#include "proc/backoff.h"
#include "proc/pid_file.h"
#include "proc/predecessor.h"
#include "proc/process_table.h"
#include "proc/reload.h"
#include "proc/template_process.h"
#include "proc/upgrade.h"

namespace tern::proc {

// Of the log, when no worker starts.
inline constexpr ErrorPage kNoWorkerStarts("no-worker-starts");

struct MasterOptions {
    int64_t max_wait_time_ms = 3000;   // a draining worker is killed after this
    int64_t kill_grace_ms = 500;       // extra time in a shutdown, and for a worker that closed its channel
    int64_t start_timeout_ms = 60000;  // a replacement that is not ready by then has failed, and the old worker stays
    int64_t insist_after_ms = 500;     // a second stop signal after this time means: stop at once
    std::string pid_file;              // empty: none
    pid_t supervisor = 0;              // this server ends with that process; 0: there is none
    bool has_template = false;         // event workers are forked from a process that has loaded the program
    bool reloads_users = false;        // true when the program's own processes are reloaded, too
    std::vector<int> on_demand;        // worker ids of user processes that are not started at once: see want_worker()
};

// The master calls these at its top level. They may call reload(), stop_worker() and shutdown().
class MasterEvents {
public:
    virtual void on_start() {}  // the first workers have been forked
    virtual void on_manager_start() {}
    // Once: every worker id has been ready, and a predecessor has let this server take over.
    virtual void on_workers_ready() {}
    virtual void on_worker_error(const WorkerExit&) {}
    virtual void on_worker_stop(const WorkerExit&) {}  // after any end, expected or not; its slot is free
    virtual void on_before_reload() {}
    virtual void on_after_reload() {}
    virtual void on_before_shutdown() {}
    // False while on_before_shutdown() has unfinished work. The workers are drained when it returns true, or after
    // max_wait_time.
    virtual bool may_drain() { return true; }
    // False while the last of on_before_shutdown(), on_manager_stop() and on_shutdown() has unfinished work. The next
    // one is called when it returns true, or after max_wait_time.
    virtual bool may_end() { return true; }
    virtual void on_manager_stop() {}
    virtual void on_shutdown() {}
    virtual void on_reopen_log() {}
    // What an upgrade passes to the new server.
    virtual UpgradePlan plan_upgrade() { return {}; }
    // An upgrade by that process has begun, failed or is done: then on_before_shutdown() follows. It begins again when
    // the new server has died before this one has ended.
    virtual void on_upgrade(UpgradeState, pid_t) {}
    // That process is the server's main process now. If it cannot take over, this one is again.
    virtual void on_main_process(pid_t) {}
    // Returns when `fd` is readable or the time is over (-1: no limit), or earlier. A loop can run here.
    virtual void wait(int fd, int64_t timeout_ms);

protected:
    ~MasterEvents() = default;
};

struct MasterResult {
    enum class Role { master, worker, workers_template };
    Role role = Role::master;
    int exit_code = 0;
    WorkerIdentity identity;  // of a worker
    Fd channel;               // of a template: its end of a TemplateChannel
};

class Master {
public:
    // The way to the end. A phase only leads to the next one, and all forks happen in the first three:
    //
    //   serving -> shutdown_requested          shutdown(), a stop signal, the end of an upgrade, see Cause
    //   shutdown_requested -> before_shutdown  in the next step, which calls on_before_shutdown()
    //   before_shutdown -> draining            may_drain(), max_wait_time is over, or a second stop signal
    //   draining -> draining_tasks             only task workers are left, or none: no worker sends tasks
    //
    // The last one ends when no process is left. In the first three the server accepts requests. Reloads and upgrades
    // begin in the first, except that a new server that has taken over and dies is replaced in any. Whether all workers
    // have been ready is another matter: see Reported.
    enum class Phase : uint8_t { serving, shutdown_requested, before_shutdown, draining, draining_tasks };

    // All outlive the Master. `state` has the number of workers; `inboxes` has an inbox for each of its slots.
    Master(const MasterOptions& options, MasterEvents& events, SharedState& state, Inboxes& inboxes, Log& log) noexcept;
    Master(const Master&) = delete;
    Master& operator=(const Master&) = delete;

    MasterResult run() noexcept;

    // For a server that was started for an upgrade. Call it before run(). The predecessor outlives the Master.
    void succeed(Predecessor& predecessor) noexcept { predecessor_ = &predecessor; }

    // These only set a request, which run() handles later.
    void reload(bool only_tasks = false) noexcept;
    void shutdown() noexcept;
    void upgrade() noexcept;
    // For a child that a callback forked: it is no part of the server and must not keep the master's resources.
    void leave_in_child() noexcept;
    // Replaces one worker. The old process leaves when the new one is ready; a process of the program's own leaves
    // first.
    Error stop_worker(int worker_id) noexcept;
    // Of a user process: `change` 1: it is wanted; -1: it ends now, and is not wanted any more.
    Error want_worker(int worker_id, int change) noexcept;
    // The program handles this signal itself, until take_back(). No effect unless it is SIGTERM, SIGINT, SIGHUP,
    // SIGUSR1 or SIGUSR2.
    void give_away(int signal) noexcept;
    void take_back(int signal) noexcept;
    // For a SIGKILL of the program: sent as soon as the callback of the program that calls this has ended, so that the
    // callback may still answer what that worker has not. False: no process of this server has that pid.
    bool kill_worker(pid_t pid) noexcept;
    Phase phase() const noexcept { return phase_; }
    // True: the shutdown has reached the task workers, and no new task begins.
    bool tasks_leave() const noexcept { return phase_ == Phase::draining_tasks; }

private:
    struct Worker {
        Backoff backoff;
        int64_t spawn_at_ms = 0;
        uint32_t current = 0;      // generation of the process with the worker id; 0: none
        uint32_t replacement = 0;  // generation of the process that gets the worker id when it is ready
        int last_slot = -1;
        bool was_ready = false;
        bool stands_in = false;  // its process answers without the program, which has failed to start
        int failed_starts = 0;   // processes in a row that ended before they were ready
        int wanted = 1;          // 0 and less: no process is started
        bool missing() const noexcept { return current == 0 && replacement == 0 && wanted > 0; }
    };
    // Why the server shuts down.
    enum class Cause : uint8_t {
        request,
        upgrade,       // a new server has taken over
        failed_start,  // this server was started for an upgrade, and a worker did not start, or it is not wanted
    };
    // For the next step.
    struct Requests {
        bool reload = false;
        bool reload_tasks = false;  // of the task workers only
        bool upgrade = false;
        bool next_reload_of_all = false;  // the reload that Reload remembers; otherwise it is of the task workers only
    };
    // Reported once: the first one ever, the others since a worker was last ready.
    struct Reported {
        bool ready = false;
        bool failed_starts = false;
        bool stand_in = false;
    };
    enum class Fork { done, in_child };
    static constexpr int64_t kRetryMs = 100;
    static constexpr int kQuietTries = 10;   // the holder of a pid file may be about to end
    static constexpr int kFailedStarts = 3;  // of each worker: after these the log says that none can start

    Error start_up() noexcept;
    MasterResult result_in_child() noexcept;
    void finish() noexcept;
    bool over() const noexcept { return draining() && processes_.size() == 0; }
    bool draining() const noexcept { return phase_ >= Phase::draining; }
    // A pool that ends starts no processes.
    bool may_fork() const noexcept {
        return phase_ < (options_.reloads_users ? Phase::before_shutdown : Phase::draining);
    }

    Fork fork_due() noexcept;
    Fork fork_worker(int worker_id) noexcept;
    Fork fork_replacement() noexcept;
    Fork become_worker(ProcessTable::Spawned& spawned) noexcept;
    void enable_template() noexcept;
    Fork fork_template() noexcept;
    void renew_template() noexcept;
    void follow_template() noexcept;
    // Null: a worker with that id is forked from the master.
    TemplateProcess* template_of(int worker_id) noexcept;
    // Whether a worker with that id has to wait for the template.
    bool awaits_template(int worker_id, int64_t now_ms) const noexcept;
    bool may_start(const Worker& worker, size_t worker_id) const noexcept;
    int64_t wait_ms() const noexcept;

    void step() noexcept;
    void take_signals() noexcept;
    void on_signal(int signal) noexcept;
    void on_stop_signal() noexcept;
    void receive_messages() noexcept;
    void handle_request(ControlMessage message) noexcept;
    void on_ready(WorkerProcess& process, bool stands_in) noexcept;
    void on_stand_in(Worker& worker, int worker_id) noexcept;
    void retry_programs() noexcept;
    void withdraw_retries(uint32_t first) noexcept;
    bool is_retry(const WorkerProcess& process) const noexcept;
    bool program_fails() const noexcept;
    bool program_serves() noexcept;
    void on_recycle(const WorkerProcess& process) noexcept;
    void on_detach(WorkerProcess& process) noexcept;
    void announce_ready() noexcept;
    void reap_workers() noexcept;
    void on_departed(const ProcessTable::Departed& departed) noexcept;
    void log_departed(const ProcessTable::Departed& departed) noexcept;
    void on_failed_replacement(Worker& worker, const WorkerProcess& process, LogLevel level) noexcept;
    void report_failed_starts() noexcept;
    void schedule_spawn(Worker& worker, const ProcessTable::Departed& departed) noexcept;
    void follow_requests() noexcept;
    void start_reload(bool only_tasks) noexcept;
    void start_upgrade() noexcept;
    void follow_upgrade() noexcept;
    void note_upgrade(UpgradeState state, pid_t pid) noexcept;
    void complete_upgrade() noexcept;
    void start_successor() noexcept;
    void let_take_over() noexcept;
    void replace_successor() noexcept;
    bool may_be_replaced() const noexcept { return cause_ == Cause::upgrade && stop_asked_ms_ == 0; }
    bool has_predecessor() const noexcept { return predecessor_ != nullptr && predecessor_->pending(); }
    void follow_predecessor() noexcept;
    Error watch_supervisor() noexcept;
    void follow_supervisor() noexcept;
    Error create_pid_file() noexcept;
    void take_pid_file() noexcept;
    void follow_pid_file() noexcept;
    void request_shutdown() noexcept;
    void follow_shutdown() noexcept;
    void begin_shutdown() noexcept;
    void drain_workers() noexcept;
    void drain_tasks() noexcept;
    void drain_last(bool tasks) noexcept;
    void wait_for_program() noexcept;
    void reopen_logs() noexcept;

    MasterOptions options_;
    MasterEvents& events_;
    SharedState& state_;
    Log& log_;
    ProcessTable processes_;
    AdoptedChildren adopted_;
    loop::SignalInbox inbox_;
    PidFile pid_file_;
    int64_t pid_file_at_ms_ = 0;  // when to try again to create it; 0: not to be created
    int pid_file_tries_ = 0;
    Fd supervisor_;
    Reload reload_;
    Upgrade upgrade_;
    Predecessor* predecessor_ = nullptr;  // null: there was none
    std::vector<Worker> workers_;
    TemplateProcess template_;
    Fd template_channel_;      // set in a template, which returns from run()
    WorkerIdentity identity_;  // set in a child, which returns from run()
    Phase phase_ = Phase::serving;
    Cause cause_ = Cause::request;  // of the shutdown
    Requests requests_;
    Reported reported_;
    int64_t stop_asked_ms_ = 0;  // when the first stop signal came; 0: none has
    int64_t drain_at_ms_ = 0;    // the end of Phase::before_shutdown
    bool insisted_ = false;      // a second stop signal: nothing is waited for any more
};

}  // namespace tern::proc
