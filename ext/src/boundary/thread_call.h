// A blocking call that a thread makes while its coroutine waits. The task is a movable object that owns its data.
// Calling it makes the call: `long operator()() noexcept`, with -1 and errno for a failure.
#pragma once

#include <cerrno>
#include <memory>
#include <utility>

#include "boundary/gate.h"

namespace tern::boundary {

// Keeps a descriptor open while a thread uses it.

// One use of a descriptor, which the destructor ends. A job that outlives its boundary is destroyed on its thread,
// where there is no boundary, and ends nothing.
class FdHold {
public:
    explicit FdHold(int fd);
    FdHold(FdHold&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    FdHold& operator=(FdHold&&) = delete;
    ~FdHold();
    int get() const noexcept { return fd_; }

private:
    int fd_;
};

template <class Task>
class ThreadCall final : public coro::AwaitedJob {
public:
    explicit ThreadCall(Task task) noexcept : task_(std::move(task)) {}
    Task& task() noexcept { return task_; }
    // Sets errno if the call failed.
    long result() const noexcept {
        if (result_ < 0) errno = error_;
        return result_;
    }

private:
    void work() noexcept override {
        result_ = task_();
        error_ = errno;
    }

    Task task_;
    long result_ = -1;
    int error_ = 0;
};

// `block()` makes the call when waiting is not allowed. After a success of the thread, `take(task, result)` gives the
// result of the call. Suspends.
template <class Task, class Block, class Take>
long on_thread(Boundary& boundary, Task task, Block block, Take take) {
    auto call = std::make_unique<ThreadCall<Task>>(std::move(task));
    const Next next = wait_call(boundary, call);
    if (next == Next::block) return block();
    if (next == Next::fail) return -1;
    const long result = call->result();
    return result < 0 ? result : take(call->task(), result);
}

template <class Task, class Block>
long on_thread(Boundary& boundary, Task task, Block block) {
    return on_thread(boundary, std::move(task), block, [](Task&, long result) { return result; });
}

}  // namespace tern::boundary
