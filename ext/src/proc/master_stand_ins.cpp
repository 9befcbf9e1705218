// Workers that answer without the program, because it has failed to start: a new process tries again until it is ready.
#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "proc/master.h"

namespace tern::proc {

void Master::on_stand_in(Worker& worker, int worker_id) noexcept {
    worker.stands_in = true;
    reload_.request_one(worker_id, DrainReason::recycle);
    reload_.postpone(monotonic_ms() + std::max(kRetryMs, worker.backoff.next_delay_ms()));
    if (std::exchange(reported_.stand_in, true)) return;
    log_.print(LogLevel::error,
               "the program has not started, and the lines above say why. Requests are answered with 503. The server "
               "tries again, at least every %lld s. See %s",
               static_cast<long long>(Backoff::kMaxMs / 1000), kNoWorkerStarts.url);
}

// A reload from this worker id on tries all of them.
void Master::withdraw_retries(uint32_t first) noexcept {
    for (size_t i = first; i < workers_.size(); ++i) {
        if (workers_[i].stands_in) reload_.withdraw(static_cast<int>(i));
    }
}

void Master::retry_programs() noexcept {
    for (size_t i = 0; i < workers_.size(); ++i) {
        if (workers_[i].stands_in) reload_.request_one(static_cast<int>(i), DrainReason::recycle);
    }
}

// True: one more of the processes that try again.
bool Master::is_retry(const WorkerProcess& process) const noexcept {
    const Worker& worker = workers_[static_cast<size_t>(process.worker_id)];
    const bool replaces = worker.replacement == process.generation && worker.stands_in;
    return replaces && reload_.reason_under_way() == DrainReason::recycle;
}

// A worker that stands in beside one that serves would take its requests, and respond to them with 503.
bool Master::program_serves() noexcept {
    const uint32_t events = state_.roster().events;
    return std::any_of(workers_.begin(), workers_.begin() + events, [this](const Worker& worker) {
        const WorkerProcess* process = worker.current != 0 ? processes_.find(worker.current) : nullptr;
        return process != nullptr && process->phase == WorkerPhase::serving && !worker.stands_in;
    });
}

bool Master::program_fails() const noexcept {
    const uint32_t events = state_.roster().events;
    return std::any_of(workers_.begin(), workers_.begin() + events,
                       [](const Worker& worker) { return worker.failed_starts > 0; });
}

// What fails beside a program that fails waits for that.
bool Master::may_start(const Worker& worker, size_t worker_id) const noexcept {
    if (!worker.missing()) return false;
    const bool is_user = state_.roster().role_of(static_cast<int>(worker_id)) == WorkerRole::user;
    return !is_user || worker.backoff.failures() == 0 || !program_fails();
}

}  // namespace tern::proc
