#include "proc/master.h"

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstring>
#include <limits>
#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error_page.h"

namespace tern::proc {

namespace {

constexpr ErrorPage kAlreadyRunning("already-running");
constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
constexpr int64_t kSystemAgainMs = 100;  // no event says when the system has buffers and descriptors again
constexpr int kSignalsPerStep = 256;
constexpr int kMessagesPerStep = 4096;

int milliseconds(int64_t timeout_ms) noexcept {
    if (timeout_ms < 0) return -1;
    return timeout_ms > INT_MAX ? INT_MAX : static_cast<int>(timeout_ms);
}

void log_no_pid_file(Log& log, const std::string& path, Error error) noexcept {
    if (error != static_cast<Error>(EBUSY)) {
        log.print(LogLevel::error, "pid file %s cannot be written: %s", path.c_str(), describe(error));
        return;
    }
    Result<pid_t> holder = PidFile::read(path);
    log.print(LogLevel::error, "pid file %s belongs to running process %d: this server runs already. See %s",
              path.c_str(), holder ? static_cast<int>(holder.value()) : 0, kAlreadyRunning.url);
}

bool may_be_given_away(int signal) noexcept {
    return signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGUSR1 || signal == SIGUSR2;
}

}  // namespace

void MasterEvents::wait(int fd, int64_t timeout_ms) {
    pollfd watched{fd, POLLIN, 0};
    (void)poll(&watched, 1, milliseconds(timeout_ms));  // EINTR is an early return, which is allowed
}

Master::Master(const MasterOptions& options, MasterEvents& events, SharedState& state, Inboxes& inboxes,
               Log& log) noexcept
    : options_(options),
      events_(events),
      state_(state),
      log_(log),
      processes_(state, inboxes),
      workers_(state.roster().total()) {
    for (int worker_id : options.on_demand) workers_[static_cast<size_t>(worker_id)].wanted = 0;
}

MasterResult Master::run() noexcept {
    if (Error error = start_up(); !ok(error)) {
        log_.print(LogLevel::error, "the master cannot start: %s", describe(error));
        return {MasterResult::Role::master, 1, {}, {}};
    }
    bool first = true;
    while (!over()) {
        if (fork_due() == Fork::in_child) return result_in_child();
        if (std::exchange(first, false)) {
            events_.on_start();
            events_.on_manager_start();
        }
        events_.wait(processes_.fd(), wait_ms());
        step();
    }
    finish();
    return {MasterResult::Role::master, cause_ == Cause::failed_start ? 1 : 0, {}, {}};
}

MasterResult Master::result_in_child() noexcept {
    const auto role = template_channel_.open() ? MasterResult::Role::workers_template : MasterResult::Role::worker;
    return {role, 0, std::move(identity_), std::move(template_channel_)};
}

Error Master::create_pid_file() noexcept {
    if (options_.pid_file.empty()) return Error::ok;
    const Error error = pid_file_.create(options_.pid_file);
    if (!ok(error)) log_no_pid_file(log_, options_.pid_file, error);
    return error;
}

Error Master::start_up() noexcept {
    if (!has_predecessor()) {
        if (Error error = create_pid_file(); !ok(error)) return error;
    }
    const int signals[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGHUP, SIGCHLD, SIGRTMIN, SIGRTMIN + 1};
    if (Error error = inbox_.open(signals); !ok(error)) return error;
    enable_template();
    adopted_.open();
    if (Error error = processes_.open(inbox_.fd()); !ok(error)) return error;
    if (Error error = watch_supervisor(); !ok(error)) return error;
    return has_predecessor() ? processes_.also_watch(predecessor_->fd()) : Error::ok;
}

// No worker is left. step() handles signals.
void Master::wait_for_program() noexcept {
    const int64_t until_ms = monotonic_ms() + options_.max_wait_time_ms;
    while (!insisted_ && !events_.may_end()) {
        const int64_t left_ms = until_ms - monotonic_ms();
        if (left_ms <= 0) return;
        events_.wait(processes_.fd(), left_ms);
        step();
    }
}

void Master::finish() noexcept {
    wait_for_program();
    events_.on_manager_stop();
    wait_for_program();
    events_.on_shutdown();
    wait_for_program();
    template_.end();
    follow_upgrade();
    inbox_.close();
    pid_file_.remove();
}

// --- forking

void Master::leave_in_child() noexcept {
    processes_.leave();
    template_.leave();
    inbox_.close_in_child();
    pid_file_.forget();
    supervisor_ = Fd();
    upgrade_.leave();
    if (predecessor_ != nullptr) predecessor_->leave();
}

Master::Fork Master::become_worker(ProcessTable::Spawned& spawned) noexcept {
    leave_in_child();
    identity_ = std::move(spawned.identity);
    return Fork::in_child;
}

Master::Fork Master::fork_due() noexcept {
    if (!may_fork()) return Fork::done;
    int64_t now = monotonic_ms();
    if (template_.due(now) && fork_template() == Fork::in_child) return Fork::in_child;
    for (size_t i = 0; i < workers_.size(); ++i) {
        const Worker& worker = workers_[i];
        if (!may_start(worker, i) || worker.spawn_at_ms > now || awaits_template(static_cast<int>(i), now)) continue;
        if (fork_worker(static_cast<int>(i)) == Fork::in_child) return Fork::in_child;
    }
    return fork_replacement();
}

Master::Fork Master::fork_worker(int worker_id) noexcept {
    Worker& worker = workers_[static_cast<size_t>(worker_id)];
    int64_t now = monotonic_ms();
    const int failed_starts = program_serves() ? 0 : worker.failed_starts;
    const ProcessTable::Start start{template_of(worker_id), failed_starts, has_predecessor()};
    Result<ProcessTable::Spawned> spawned = processes_.spawn(worker_id, worker.last_slot, now, start);
    if (!spawned) {
        worker.spawn_at_ms = now + std::max(kRetryMs, worker.backoff.next_delay_ms());
        log_.print(LogLevel::error, "cannot fork worker %d: %s", worker_id, describe(spawned.error()));
        return Fork::done;
    }
    if (spawned.value().process == nullptr) return become_worker(spawned.value());
    worker.current = spawned.value().process->generation;
    return Fork::done;
}

Master::Fork Master::fork_replacement() noexcept {
    int64_t now = monotonic_ms();
    const Reload::Step* step = reload_.next(now);
    if (step == nullptr || awaits_template(step->worker_id, now)) return Fork::done;
    Worker& worker = workers_[static_cast<size_t>(step->worker_id)];
    if (worker.current == 0) {  // it ended by itself, so its replacement is new anyway
        reload_.begin();
        reload_.succeeded();
        inbox_.poke();  // there may be no worker left that would wake the master
        return Fork::done;
    }
    const ProcessTable::Start start{template_of(step->worker_id), 0, true};
    Result<ProcessTable::Spawned> spawned = processes_.spawn(step->worker_id, -1, now, start);
    if (!spawned) {
        reload_.postpone(now + kRetryMs);
        bool no_slot = spawned.error() == Error::would_block;
        if (!no_slot) log_.print(LogLevel::error, "cannot fork a worker: %s", describe(spawned.error()));
        return Fork::done;
    }
    if (spawned.value().process == nullptr) return become_worker(spawned.value());
    worker.replacement = spawned.value().process->generation;
    spawned.value().process->kill_at_ms = now + options_.start_timeout_ms;
    reload_.begin();
    return Fork::done;
}

int64_t Master::wait_ms() const noexcept {
    int64_t next = std::min(processes_.next_kill_ms(), adopted_.next_ms());
    if (pid_file_at_ms_ != 0) next = std::min(next, pid_file_at_ms_);
    if (upgrade_.running()) next = std::min(next, upgrade_.deadline_ms());
    if (phase_ == Phase::before_shutdown) next = std::min(next, drain_at_ms_);
    if (may_fork()) {
        const int64_t now = monotonic_ms();
        next = std::min(next, template_.next_ms());
        const Reload::Step* step = reload_.next(now);
        if (step == nullptr || !awaits_template(step->worker_id, now)) next = std::min(next, reload_.not_before_ms());
        for (size_t i = 0; i < workers_.size(); ++i) {
            if (!may_start(workers_[i], i) || awaits_template(static_cast<int>(i), now)) continue;
            next = std::min(next, workers_[i].spawn_at_ms);
        }
    }
    if (processes_.orphans_need_time()) next = std::min(next, monotonic_ms() + kSystemAgainMs);
    return next == kNever ? -1 : std::max<int64_t>(0, next - monotonic_ms());
}

// --- events

void Master::step() noexcept {
    take_signals();
    receive_messages();
    reap_workers();
    adopted_.reap(monotonic_ms());
    processes_.deliver_orphans();
    follow_template();
    follow_supervisor();
    follow_predecessor();
    follow_upgrade();
    follow_pid_file();
    follow_shutdown();
    follow_requests();
    processes_.kill_overdue(monotonic_ms());
}

void Master::take_signals() noexcept {
    for (int n = 0; n < kSignalsPerStep; ++n) {
        Result<int> signal = inbox_.take();
        if (!signal) return;
        on_signal(signal.value());
    }
}

// A supervisor sends the signal to the process and to its group. Two signals at once are one request.
void Master::on_stop_signal() noexcept {
    const bool first = phase_ == Phase::serving || may_be_replaced();
    if (first) stop_asked_ms_ = monotonic_ms();
    request_shutdown();
    if (first || monotonic_ms() - stop_asked_ms_ < options_.insist_after_ms) return;
    log_.print(LogLevel::warning, "asked to stop again: killing the workers");
    insisted_ = true;
    processes_.kill_all();
}

void Master::on_signal(int signal) noexcept {
    if (signal == SIGTERM || signal == SIGINT) {
        on_stop_signal();
    } else if (signal == SIGUSR1) {
        requests_.reload = true;
    } else if (signal == SIGUSR2) {
        requests_.reload_tasks = true;
    } else if (signal == SIGCHLD) {
        adopted_.notice();
    } else if (signal == SIGHUP || signal == SIGRTMIN) {
        reopen_logs();
    } else if (signal == SIGRTMIN + 1) {
        requests_.upgrade = true;
    }
}

void Master::reopen_logs() noexcept {
    events_.on_reopen_log();
    processes_.notify_all({ControlKind::reopen_logs, 0});
    template_.reopen_logs();
}

void Master::receive_messages() noexcept {
    for (int n = 0; n < kMessagesPerStep; ++n) {
        ProcessTable::Received received = processes_.receive(monotonic_ms(), options_.kill_grace_ms);
        if (received.generation == 0) return;
        WorkerProcess* process = processes_.find(received.generation);
        TERN_CHECK(process != nullptr);
        if (received.message.kind == ControlKind::ready) on_ready(*process, received.message.value != 0);
        if (received.message.kind == ControlKind::recycle_me) on_recycle(*process);
        if (received.message.kind == ControlKind::detach_me) on_detach(*process);
        handle_request(received.message);
    }
}

// A request is for the whole server, so it is also handled when its sender has ended meanwhile.
void Master::handle_request(ControlMessage message) noexcept {
    if (message.kind == ControlKind::ask_reload) reload(message.value != 0);
    if (message.kind == ControlKind::ask_shutdown) shutdown();
    if (message.kind == ControlKind::ask_upgrade) upgrade();
    if (message.kind == ControlKind::ask_stop) (void)stop_worker(message.value);
    if (message.kind == ControlKind::ask_start) (void)want_worker(message.value, 1);
    if (message.kind == ControlKind::ask_no_more) (void)want_worker(message.value, -1);
}

void Master::on_ready(WorkerProcess& process, bool stands_in) noexcept {
    if (process.phase != WorkerPhase::starting) return;
    process.phase = WorkerPhase::serving;
    Worker& worker = workers_[static_cast<size_t>(process.worker_id)];
    if (stands_in) return on_stand_in(worker, process.worker_id);
    worker.was_ready = true;
    worker.stands_in = false;
    worker.failed_starts = 0;
    reported_.failed_starts = reported_.stand_in = false;
    announce_ready();
    if (worker.replacement != process.generation) return;
    process.kill_at_ms = 0;
    WorkerProcess* old = worker.current != 0 ? processes_.find(worker.current) : nullptr;
    worker.current = std::exchange(worker.replacement, 0);
    DrainReason reason = reload_.reason_under_way();
    if (old != nullptr) processes_.drain(*old, reason, monotonic_ms() + options_.max_wait_time_ms);
    reload_.succeeded();
}

void Master::announce_ready() noexcept {
    bool all = std::all_of(workers_.begin(), workers_.end(),
                           [](const Worker& worker) { return worker.was_ready || worker.wanted <= 0; });
    if (!all || std::exchange(reported_.ready, true)) return;
    has_predecessor() ? predecessor_->report_ready() : events_.on_workers_ready();
}

void Master::on_recycle(const WorkerProcess& process) noexcept {
    bool current = workers_[static_cast<size_t>(process.worker_id)].current == process.generation;
    if (current && !draining()) reload_.request_one(process.worker_id, DrainReason::recycle);
}

// A process that is draining already only becomes detached: its successor exists, or none is needed.
void Master::on_detach(WorkerProcess& process) noexcept {
    Worker& worker = workers_[static_cast<size_t>(process.worker_id)];
    if (worker.current == process.generation) {
        worker.current = 0;
        worker.last_slot = static_cast<int>(process.slot);
        worker.spawn_at_ms = monotonic_ms();
    }
    processes_.detach(process);
}

// --- requests

void Master::reload(bool only_tasks) noexcept {
    (only_tasks ? requests_.reload_tasks : requests_.reload) = true;
    inbox_.poke();
}

void Master::shutdown() noexcept {
    request_shutdown();
    inbox_.poke();
}

Error Master::stop_worker(int worker_id) noexcept {
    if (worker_id < 0 || static_cast<size_t>(worker_id) >= workers_.size()) return Error::invalid_params;
    WorkerProcess* process = draining() ? nullptr : processes_.find(workers_[static_cast<size_t>(worker_id)].current);
    // Two processes of one user worker at a time might disturb each other, so the old one leaves first.
    if (process != nullptr && process->role == WorkerRole::user && !options_.reloads_users) {
        if (process->phase == WorkerPhase::draining) return Error::ok;
        processes_.drain(*process, DrainReason::stop, monotonic_ms() + options_.max_wait_time_ms);
    } else if (!draining() && workers_[static_cast<size_t>(worker_id)].wanted > 0) {
        reload_.request_one(worker_id, DrainReason::stop);
    }
    inbox_.poke();
    return Error::ok;
}

void Master::give_away(int signal) noexcept {
    if (may_be_given_away(signal)) inbox_.remove(signal);
}

void Master::take_back(int signal) noexcept {
    if (may_be_given_away(signal)) (void)inbox_.add(signal);
}

bool Master::kill_worker(pid_t pid) noexcept {
    if (!processes_.kill_soon(pid)) return false;
    inbox_.poke();
    return true;
}

Error Master::want_worker(int worker_id, int change) noexcept {
    if (worker_id < 0 || static_cast<size_t>(worker_id) >= workers_.size()) return Error::invalid_params;
    if (state_.roster().role_of(worker_id) != WorkerRole::user) return Error::invalid_params;
    workers_[static_cast<size_t>(worker_id)].wanted += change;
    inbox_.poke();
    return Error::ok;
}

void Master::follow_requests() noexcept {
    if (phase_ != Phase::serving) {
        requests_ = {};
        if (!may_be_replaced()) upgrade_.cancel();
        return;
    }
    if (std::exchange(requests_.upgrade, false)) start_upgrade();
    // A remembered reload may begin only after the program was notified that the old one is over.
    if (const Reload::Finish finish = reload_.take_finished(); finish != Reload::Finish::none) {
        const bool complete = finish == Reload::Finish::complete;
        log_.print(complete ? LogLevel::info : LogLevel::warning, "the reload is finished: %s",
                   complete ? "all workers are new" : "not all workers are new");
        events_.on_after_reload();
    }
    const bool again = reload_.take_remembered();
    const bool again_all = again && std::exchange(requests_.next_reload_of_all, false);
    const bool all = std::exchange(requests_.reload, false) || again_all;
    const bool tasks = std::exchange(requests_.reload_tasks, false) || again;
    if (all || tasks) start_reload(!all);
}

void Master::start_reload(bool only_tasks) noexcept {
    const Roster& roster = state_.roster();
    const uint32_t first = only_tasks ? roster.events : 0;
    const uint32_t count =
        (only_tasks ? 0 : roster.events) + roster.tasks + (options_.reloads_users ? roster.users : 0);
    if (count == 0) {
        log_.print(LogLevel::info, "a reload of the task workers was asked for; there are none");
        return;
    }
    if (!reload_.rolling()) {
        events_.on_before_reload();
        withdraw_retries(first);
        if (!only_tasks) renew_template();
    }
    if (reload_.request_all(first, count) == Reload::Request::remembered) {
        if (!only_tasks) requests_.next_reload_of_all = true;
        log_.print(LogLevel::info, "a reload is under way: another one follows it");
        return;
    }
    log_.print(LogLevel::info, "reloading all %sworkers, one by one: %u", only_tasks ? "task " : "", count);
}

// --- the shutdown

void Master::request_shutdown() noexcept {
    if (phase_ == Phase::serving) phase_ = Phase::shutdown_requested;
}

void Master::follow_shutdown() noexcept {
    if (phase_ == Phase::shutdown_requested) begin_shutdown();
    if (phase_ == Phase::before_shutdown && (insisted_ || monotonic_ms() >= drain_at_ms_ || events_.may_drain())) {
        drain_workers();
    }
    if (phase_ == Phase::draining && processes_.has_only_tasks()) drain_tasks();
}

// The server accepts requests until on_before_shutdown() has finished.
void Master::begin_shutdown() noexcept {
    phase_ = Phase::before_shutdown;
    drain_at_ms_ = monotonic_ms() + options_.max_wait_time_ms;
    if (predecessor_ != nullptr) predecessor_->go_alone();
    events_.on_before_shutdown();
}

void Master::drain_workers() noexcept {
    log_.print(LogLevel::trace, "shutting down: the workers have %lld ms to finish",
               static_cast<long long>(options_.max_wait_time_ms));
    phase_ = Phase::draining;
    template_.close();
    state_.note_shutdown();
    reload_.cancel();
    drain_last(false);
}

// Task workers leave last, as the leaving workers may still send tasks.
void Master::drain_tasks() noexcept {
    phase_ = Phase::draining_tasks;
    drain_last(true);
}

void Master::drain_last(bool tasks) noexcept {
    const DrainReason reason = cause_ == Cause::upgrade ? DrainReason::upgrade : DrainReason::shutdown;
    processes_.drain_all(reason, monotonic_ms() + options_.max_wait_time_ms + options_.kill_grace_ms, tasks);
}

}  // namespace tern::proc
