// What a replaced call asks before it does anything but what libc does: is this the thread that runs PHP, in a
// coroutine, and is the call's group on? Everywhere else the real call runs at once.
//
// Calls try first and wait after; only when one would block is the engine asked whether others may run now. Where they
// may not, the real call blocks as it always did.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "boundary/fd_kind.h"
#include "boundary/file_state.h"
#include "boundary/group.h"
#include "coro/fd_wait.h"
#include "coro/io_observer.h"
#include "coro/offloaded.h"

namespace tern::boundary {

// What the engine says to a wait.
enum class Permit : uint8_t {
    suspend,
    block,   // the real call: others must not see what is half done here
    refuse,  // none: the coroutine is on its way out of a wait that was cancelled
};

// Descriptors on which a wait was given up, until they are connected anew: a library may take the answer that it did
// not wait for as the answer to its next query.
class CutDescriptors {
public:
    void add(int fd) noexcept {
        const auto index = static_cast<size_t>(fd);
        if (index >= cut_.size()) cut_.resize(index + 1, false);
        cut_[index] = true;
    }
    void forget(int fd) noexcept {
        if (has(fd)) cut_[static_cast<size_t>(fd)] = false;
    }
    bool has(int fd) const noexcept { return static_cast<size_t>(fd) < cut_.size() && cut_[static_cast<size_t>(fd)]; }

private:
    std::vector<bool> cut_;
};

// Of one thread and its coroutines. The functions are called on the coroutine that is concerned, and run PHP code.
struct Boundary {
    coro::Scheduler& scheduler;
    loop::Offload* offload = nullptr;  // null: what needs a thread blocks
    Groups groups = 0;
    Permit (*ask)() = nullptr;
    void (*on_canceled)() = nullptr;
    void (*on_busy)(int fd, coro::Coroutine& holder) = nullptr;
    // Whether the running call is one of those with which a program itself speaks on its sockets (fread(),
    // curl_exec()).
    bool (*program_speaks)() = nullptr;
    coro::FdWaits fds{scheduler};
    FdKinds kinds;
    FileState files{};
    CutDescriptors cut{};
    // Of the process and of the running coroutine; 0 outside of coroutines.
    Groups active() const noexcept {
        const coro::Coroutine* self = scheduler.current();
        return self == nullptr ? 0 : groups | self->hooked();
    }

    // Of a poll() that was cancelled: whoever goes on without looking has to learn of it, before anyone else runs.
    int canceled_fd = -1;
    uint64_t canceled_at = 0;  // Scheduler::switches()
};

inline thread_local constinit Boundary* of_thread [[gnu::tls_model("initial-exec")]] = nullptr;

// From now on children that are forked find it null.
void forget_in_children() noexcept;

// Null: the real call, at once.
inline Boundary* gate(Groups groups) noexcept {
    Boundary* boundary = of_thread;
    return boundary == nullptr || (boundary->active() & groups) == 0 ? nullptr : boundary;
}

// The same for a call on one socket.
inline Boundary* socket_gate(int fd) noexcept {
    Boundary* boundary = gate(kEverySocket);
    if (boundary == nullptr || (boundary->active() & kEverySocket) == kEverySocket) return boundary;
    return (boundary->active() & groups_of_socket(fd)) != 0 ? boundary : nullptr;
}

// How a call that would block goes on.
enum class Next : uint8_t {
    again,  // it was worth waiting: try
    block,  // the real call, which blocks
    fail,   // errno says why
};

// Waits until one of them is ready. ETIMEDOUT when the deadline is over, ECANCELED, EBADF, or EBUSY. `ready`, unless
// null, gets the events.
Next wait_ready(Boundary& boundary, std::span<const coro::FdInterest> interests, coro::Deadline until,
                loop::Events* ready = nullptr, coro::Wait reason = coro::Wait::event);
// Waits for time to pass. `fail` when cancelled.
Next wait_time(Boundary& boundary, coro::Deadline until, coro::Wait reason = coro::Wait::sleep);
// Waits for a thread to do it. `again`: it is done, and the caller's again. Otherwise it is gone; a thread that has
// begun goes on with it.
Next wait_job(Boundary& boundary, coro::AwaitedJob& job);

// The same for a job that a pointer owns: null afterwards unless it is done.
template <class Call>
Next wait_call(Boundary& boundary, std::unique_ptr<Call>& call) {
    Call* job = call.release();
    const Next next = wait_job(boundary, *job);
    if (next == Next::again) call.reset(job);
    return next;
}

// The same for a call that looks up a name.
template <class Call>
Next wait_lookup(Boundary& boundary, Bytes name, std::unique_ptr<Call>& call) {
    coro::IoObserver* observer = boundary.scheduler.current()->observer();
    if (observer != nullptr) [[unlikely]]
        observer->on_lookup(name);
    const Next next = wait_call(boundary, call);
    if (observer != nullptr) [[unlikely]]
        observer->on_looked_up(next == Next::again && call->succeeded());
    return next;
}

// How long to wait before asking again, where nothing tells when it is worth while.
class Pause {
public:
    coro::Deadline next() noexcept {
        constexpr int64_t kLongest = 20;
        const int64_t now = ms_;
        ms_ = std::min(ms_ * 2, kLongest);
        return coro::Deadline::in(now);
    }

private:
    int64_t ms_ = 1;
};

// A call on one blocking descriptor that found nothing to do: waits as the kernel would, for as long as SO_RCVTIMEO or
// SO_SNDTIMEO say. On a non-blocking descriptor it fails at once, with EAGAIN. Who does not look at what a cancelled
// poll() said (streams of PHP, OpenSSL's callers) learns of it here, by ECANCELED.
class BlockingWait {
public:
    BlockingWait(Boundary& boundary, int fd, loop::Events direction) noexcept
        : boundary_(boundary), fd_(fd), direction_(direction) {}
    Next next();
    // The same where nothing tells when it is worth trying again: waits a little, and longer each time.
    Next pause(int64_t& pause_ms);

private:
    bool begin() noexcept;
    bool polled_in_vain() noexcept;
    Next fail_at_once();

    Boundary& boundary_;
    int fd_;
    loop::Events direction_;
    coro::Deadline until_;
    bool begun_ = false;
};

inline bool would_block(int error) noexcept { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace tern::boundary
