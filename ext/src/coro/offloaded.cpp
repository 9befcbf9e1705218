#include "coro/offloaded.h"

#include <utility>

namespace tern::coro {

void AwaitedJob::done() noexcept {
    if (waiter_ == nullptr) {
        delete this;
        return;
    }
    Coroutine& waiter = *std::exchange(waiter_, nullptr);
    scheduler_->wake(waiter, Wake::resumed);
}

Error await_job(Scheduler& scheduler, loop::Offload& offload, AwaitedJob& job, Deadline until, Wait reason) noexcept {
    job.scheduler_ = &scheduler;
    job.waiter_ = scheduler.current();
    if (Error error = offload.submit(job); error != Error::ok) {
        delete &job;
        return error;
    }
    scheduler.loop().hold();
    Wake wake = scheduler.suspend(reason, until);
    scheduler.loop().release();
    if (wake == Wake::resumed) return Error::ok;
    const bool is_done = std::exchange(job.waiter_, nullptr) == nullptr;
    if (is_done || offload.withdraw(job)) delete &job;
    return to_error(wake);
}

}  // namespace tern::coro
