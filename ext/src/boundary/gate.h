// The check at the begin of each replaced call: is this the PHP thread, in a coroutine, and is the call's group on?
// Otherwise the real call runs at once.
//
// A call tries first and waits afterwards. Only when it would block, the engine is asked whether other code may run
// now. If not, the real call blocks as before.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/pause.h"
#include "boundary/fd_kind.h"
#include "boundary/file_state.h"
#include "boundary/group.h"
#include "coro/fd_wait.h"
#include "coro/io_observer.h"
#include "coro/offloaded.h"

namespace tern::boundary {

// The engine's answer to a wait.
enum class Permit : uint8_t {
    suspend,
    block,   // make the real call: other code must not see an unfinished step
    refuse,  // fail: the coroutine is leaving a cancelled wait
};

class FdSet {
public:
    void add(int fd) noexcept {
        const auto index = static_cast<size_t>(fd);
        if (index >= has_.size()) has_.resize(index + 1, false);
        has_[index] = true;
    }
    void forget(int fd) noexcept {
        if (has(fd)) has_[static_cast<size_t>(fd)] = false;
    }
    bool has(int fd) const noexcept { return static_cast<size_t>(fd) < has_.size() && has_[static_cast<size_t>(fd)]; }

private:
    std::vector<bool> has_;
};

// The boundary of one thread and its coroutines. Its functions are called on the waiting coroutine, and run PHP code.
struct Boundary {
    coro::Scheduler& scheduler;
    loop::Offload* offload = nullptr;  // null: calls that need a thread block
    Groups groups = 0;
    Permit (*ask)() = nullptr;
    void (*on_canceled)() = nullptr;
    void (*on_busy)(int fd, coro::Coroutine& holder) = nullptr;
    // True: the running call is one by which the program itself uses its sockets (fread(), curl_exec()).
    bool (*caller_owns_protocol)() = nullptr;
    coro::FdWaits fds{scheduler};
    FdKinds kinds;
    FileState files{};
    // Descriptors on which a wait was abandoned, until they are connected again: a library could take the late answer
    // for the answer to its next query.
    FdSet cut{};
    // Files whose flock() suspends also without kFile, until they are closed: async.file://.
    FdSet async_files{};
    // The groups of the process and of the running coroutine; 0 outside of coroutines.
    Groups active() const noexcept {
        const coro::Coroutine* self = scheduler.current();
        return self == nullptr ? 0 : groups | self->hooked();
    }

    // The descriptor of a cancelled poll(). A caller that ignores the result gets the error again, before other code
    // runs.
    int canceled_fd = -1;
    uint64_t canceled_at = 0;  // Scheduler::switches()
};

inline thread_local constinit Boundary* of_thread [[gnu::tls_model("initial-exec")]] = nullptr;

// Makes it null in children that are forked from now on.
void forget_in_children() noexcept;

// Null: make the real call at once.
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

// How to continue a call that would block.
enum class Next : uint8_t {
    again,  // the wait has ended: try again
    block,  // make the real call, which blocks
    fail,   // errno says why
};

// Waits until one of the descriptors is ready. ETIMEDOUT, ECANCELED, EBADF, or EBUSY. `ready`, unless null, gets the
// events.
Next wait_ready(Boundary& boundary, std::span<const coro::FdInterest> interests, coro::Deadline until,
                loop::Events* ready = nullptr, coro::Wait reason = coro::Wait::event);
// For a call that need not wait, when RunOrder::delays_older(): suspends until no older request can run. `fail`: it was
// cancelled.
Next wait_for_older(Boundary& boundary, std::span<const coro::FdInterest> interests);
// Waits until the deadline. `fail`: it was cancelled.
Next wait_time(Boundary& boundary, coro::Deadline until, coro::Wait reason = coro::Wait::sleep);
// Waits until a thread has done the job. `again`: it is done, and the caller owns it. Otherwise the job was freed, or
// will be, when a thread that has begun it has finished.
Next wait_job(Boundary& boundary, coro::AwaitedJob& job);

// The same for a job in a unique_ptr, which is null afterwards unless the job is done.
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

// A call on one blocking descriptor that would block: waits like the kernel, with the timeout of SO_RCVTIMEO or
// SO_SNDTIMEO. A non-blocking descriptor fails at once with EAGAIN. A caller that ignored a cancelled poll() (PHP's
// streams, users of OpenSSL) gets ECANCELED here.
class BlockingWait {
public:
    BlockingWait(Boundary& boundary, int fd, loop::Events direction) noexcept
        : boundary_(boundary), fd_(fd), direction_(direction) {}
    Next next();
    // The same when no event says that a try is worth while: waits as long as `pause` says.
    Next pause(Pause& pause);

private:
    bool begin() noexcept;
    bool ignored_cancelled_poll() noexcept;
    Next fail_at_once();

    Boundary& boundary_;
    int fd_;
    loop::Events direction_;
    coro::Deadline until_;
    bool begun_ = false;
};

inline bool would_block(int error) noexcept { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace tern::boundary
