// Work of a thread that a coroutine waits for. If the wait ends early, a job that has not begun is destroyed; a running
// job frees itself when it is done.
#pragma once

#include <memory>

#include "base/result.h"
#include "coro/coroutine.h"
#include "loop/offload.h"

namespace tern::coro {

class AwaitedJob : public loop::Job {
private:
    friend Error await_job(Scheduler& scheduler, loop::Offload& offload, AwaitedJob& job, Deadline until,
                           Wait reason) noexcept;
    void done() noexcept final;

    Scheduler* scheduler_ = nullptr;
    Coroutine* waiter_ = nullptr;
};

// ok: the work is done, and the caller owns the job. Otherwise (timed_out, coroutine_canceled, queue_full, ...) it was
// freed, or will be when it is done. Suspends.
Error await_job(Scheduler& scheduler, loop::Offload& offload, AwaitedJob& job, Deadline until,
                Wait reason = Wait::offload) noexcept;

template <class T>
Result<std::unique_ptr<T>> await_job(Scheduler& scheduler, loop::Offload& offload, std::unique_ptr<T> job,
                                     Deadline until, Wait reason = Wait::offload) noexcept {
    T* raw = job.release();
    if (Error error = await_job(scheduler, offload, *raw, until, reason); error != Error::ok) return error;
    return std::unique_ptr<T>(raw);
}

// The error of a wait that ended without success.
inline Error to_error(Wake wake) noexcept {
    return wake == Wake::timed_out ? Error::timed_out : Error::coroutine_canceled;
}

}  // namespace tern::coro
