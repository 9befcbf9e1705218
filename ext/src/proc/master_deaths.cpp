// Handles the death of a worker: reports it and plans the replacement.
#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/clock.h"
#include "proc/master.h"

namespace tern::proc {

namespace {

Restart restart_of(const ProcessTable::Departed& departed) noexcept {
    if (departed.process.phase == WorkerPhase::draining) {
        if (departed.process.reason == DrainReason::reload) return Restart::reload;
        if (departed.process.reason == DrainReason::recycle) return Restart::recycle;
        if (departed.process.reason == DrainReason::stop) return Restart::stop;
    }
    return is_failure(departed.exit) ? Restart::failure : Restart::ended;
}

// True for a user process that ends by the SIGTERM that we sent, without handling it.
bool ended_by_request(const ProcessTable::Departed& departed) noexcept {
    return departed.process.role == WorkerRole::user && departed.process.phase == WorkerPhase::draining &&
           departed.exit.signal == SIGTERM;
}

}  // namespace

void Master::reap_workers() noexcept {
    for (const ProcessTable::Departed& departed : processes_.reap()) {
        log_departed(departed);
        if (!draining()) state_.restarts(restart_of(departed)).increment();
        for (const ControlMessage& message : departed.unread) handle_request(message);
        on_departed(departed);
        // A worker that we killed after its time was over is not reported as an error.
        if (is_failure(departed.exit) && !departed.process.killed && !ended_by_request(departed))
            events_.on_worker_error(departed.exit);
        events_.on_worker_stop(departed.exit);
    }
}

void Master::log_departed(const ProcessTable::Departed& departed) noexcept {
    const WorkerExit& exit = departed.exit;
    const bool may_end = departed.process.phase == WorkerPhase::draining || departed.process.role == WorkerRole::user;
    const bool expected = (may_end && !is_failure(exit)) || ended_by_request(departed);
    const bool known = !departed.process.killed && is_retry(departed.process);
    LogLevel level = expected || known ? LogLevel::debug : LogLevel::warning;
    if (departed.process.killed) {
        log_.print(level, "worker %d (pid %d) was killed: it did not finish in time", exit.worker_id, exit.pid);
    } else if (exit.signal != 0) {
        log_.print(level, "worker %d (pid %d) ended by signal %d (%s)", exit.worker_id, exit.pid, exit.signal,
                   strsignal(exit.signal));
    } else {
        log_.print(level, "worker %d (pid %d) ended with exit code %d%s", exit.worker_id, exit.pid, exit.exit_code,
                   departed.process.phase == WorkerPhase::starting ? " before it was ready" : "");
    }
}

void Master::on_departed(const ProcessTable::Departed& departed) noexcept {
    const WorkerProcess& process = departed.process;
    Worker& worker = workers_[static_cast<size_t>(process.worker_id)];
    if (worker.replacement == process.generation) {
        const LogLevel level = is_retry(process) ? LogLevel::debug : LogLevel::error;
        worker.replacement = 0;
        processes_.forward_orphans(process.slot);
        if (!draining()) on_failed_replacement(worker, process, level);
    } else if (worker.current == process.generation) {
        worker.current = 0;
        worker.last_slot = static_cast<int>(process.slot);
        if (worker.replacement != 0) processes_.forward_orphans(process.slot);
        if (!draining()) schedule_spawn(worker, departed);
        if (!draining()) report_failed_starts();
        if (has_predecessor() && process.phase == WorkerPhase::starting && is_failure(departed.exit)) {
            cause_ = Cause::failed_start;
            shutdown();
        }
    } else {
        processes_.forward_orphans(process.slot);
    }
}

void Master::on_failed_replacement(Worker& worker, const WorkerProcess& process, LogLevel level) noexcept {
    const int64_t now = monotonic_ms();
    const int64_t delay = std::max(kRetryMs, worker.backoff.next_delay_ms());
    reload_.failed(now, delay);
    retry_programs();
    log_.print(level, "the new process of worker %d failed to start: the old one continues", process.worker_id);
    worker.spawn_at_ms = now + delay;  // used when the old process has ended meanwhile
}

// Logged once, because the lines about single workers do not say that no worker serves.
void Master::report_failed_starts() noexcept {
    const uint32_t events = state_.roster().events;
    if (reported_.failed_starts || events == 0) return;
    const bool all = std::all_of(workers_.begin(), workers_.begin() + events,
                                 [](const Worker& worker) { return worker.failed_starts >= kFailedStarts; });
    if (!all) return;
    reported_.failed_starts = true;
    log_.print(
        LogLevel::error,
        "no worker can start: each has ended %d times before it was ready, and the lines above say why. The server "
        "tries again, at least every %lld s. See %s",
        kFailedStarts, static_cast<long long>(Backoff::kMaxMs / 1000), kNoWorkerStarts.url);
}

void Master::schedule_spawn(Worker& worker, const ProcessTable::Departed& departed) noexcept {
    const WorkerProcess& gone = departed.process;
    int64_t now = monotonic_ms();
    const bool failed = gone.phase == WorkerPhase::starting || std::exchange(worker.stands_in, false);
    worker.failed_starts = failed ? worker.failed_starts + 1 : 0;
    bool healthy = !failed && now - gone.started_ms >= Backoff::kHealthyMs;
    if (healthy) worker.backoff.reset();
    int64_t delay = healthy ? 0 : worker.backoff.next_delay_ms();
    // The process has finished its work and is to start again.
    const bool is_well = !is_failure(departed.exit) || ended_by_request(departed);
    if (gone.role == WorkerRole::user && is_well) delay = std::min(delay, Backoff::kFirstMs);
    worker.spawn_at_ms = now + delay;
}

}  // namespace tern::proc
