// Waits for descriptors. One coroutine at a time may wait for a descriptor in each direction; a second one gets an
// error. The owner of a descriptor must report when it closes one.
//
// Between waits a descriptor stays registered with the kernel, but inactive. Each wait activates the registration by
// one system call, which also detects whether the number still means the same file. An event for a reused number wakes
// a waiter without reason: so a woken caller tries its call, and waits again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "coro/coroutine.h"

namespace tern::coro {

enum class FdOutcome : uint8_t {
    ready,      // or woken without reason
    timed_out,  // the deadline is over
    canceled,   // by Scheduler::cancel()
    closed,     // the descriptor was closed meanwhile, or was never open
    busy,       // another coroutine waits for it in the same direction
    failed,     // the kernel has no room for one more registration
};

struct FdReady {
    FdOutcome outcome;
    loop::Events events = 0;      // of the ready descriptors
    Coroutine* holder = nullptr;  // busy: the coroutine that waits
    int fd = -1;                  // busy: the descriptor
};

struct FdInterest {
    int fd;
    loop::Events wanted;  // without kWritable it counts as reading
};

class FdWaits final : private loop::EventHandler {
public:
    explicit FdWaits(Scheduler& scheduler) noexcept;
    FdWaits(const FdWaits&) = delete;
    FdWaits& operator=(const FdWaits&) = delete;
    ~FdWaits();

    Scheduler& scheduler() noexcept { return scheduler_; }

    // Suspends the running coroutine until one of them is ready. Descriptors that cannot be polled (files) are always
    // ready.
    FdReady wait(std::span<const FdInterest> interests, Deadline until, Wait reason = Wait::event) noexcept;

    // Call it before a descriptor is closed or replaced: its waiters continue at the end of this turn.
    void on_close(int fd) noexcept;

private:
    struct Waiter;
    class Slot;

    void on_events(loop::Events) override;
    Error open() noexcept;
    Slot& slot(int fd) noexcept;
    Slot* busy(std::span<const FdInterest> interests) noexcept;
    FdReady suspend(std::span<const FdInterest> interests, Deadline until, Wait reason) noexcept;

    Scheduler& scheduler_;
    loop::Poller poller_;                       // separate, since other code may watch the same descriptor
    std::vector<std::unique_ptr<Slot>> slots_;  // by descriptor; never freed earlier, as the kernel has their addresses
    bool open_ = false;
};

// Waits for a descriptor to become ready.

// Returns the ready events of `wanted`; all of them if the descriptor is broken, so that its user sees the error. The
// kernel forgets a descriptor that is closed meanwhile: see wake_closed(). EPERM: its kind is always ready (a regular
// file). bad_descriptor, timed_out, coroutine_canceled. Suspends even when it is ready already.
Result<loop::Events> wait_ready(Scheduler& scheduler, int fd, loop::Events wanted, Wait reason,
                                Deadline until) noexcept;

// Call it before a descriptor is closed: waiters continue at the end of this turn, with bad_descriptor.
void wake_closed(Scheduler& scheduler, int fd) noexcept;

}  // namespace tern::coro
