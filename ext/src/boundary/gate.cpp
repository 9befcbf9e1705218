#include "boundary/gate.h"

#include <cerrno>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <utility>

namespace tern::boundary {

namespace {

Next fail_with(int error) noexcept {
    errno = error;
    return Next::fail;
}

Next canceled(Boundary& boundary) {
    boundary.on_canceled();
    return fail_with(ECANCELED);
}

bool overdue(const Boundary& boundary) noexcept {
    const coro::Deadline limit = boundary.scheduler.current()->hooked_until();
    return limit.finite() && monotonic_ms() >= limit.at_ms;
}

// The earlier of `until` and the deadline of the coroutine's calls.
coro::Deadline no_later(const Boundary& boundary, coro::Deadline until) noexcept {
    return until.earlier(boundary.scheduler.current()->hooked_until());
}

coro::Deadline socket_deadline(int fd, int option) noexcept {
    timeval limit{};
    socklen_t size = sizeof limit;
    if (getsockopt(fd, SOL_SOCKET, option, &limit, &size) < 0) return coro::Deadline::never();
    const int64_t ms = static_cast<int64_t>(limit.tv_sec) * 1000 + (limit.tv_usec + 999) / 1000;
    return ms == 0 ? coro::Deadline::never() : coro::Deadline::in(ms);
}

}  // namespace

// A forked child has the parent's descriptors, its poller too, so its calls must be libc's.
void forget_in_children() noexcept {
    static const bool registered = pthread_atfork(nullptr, nullptr, [] { of_thread = nullptr; }) == 0;
    (void)registered;
}

Groups groups_of_socket(int fd) noexcept {
    const int before = errno;
    int domain = 0;
    int type = 0;
    socklen_t size = sizeof domain;
    const bool known = getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 &&
                       getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
    errno = before;
    if (!known) return 0;
    const bool datagrams = type == SOCK_DGRAM || type == SOCK_RAW;
    if (domain == AF_UNIX) return datagrams ? kUdg : kUnix;
    return datagrams ? kUdp : kTcp;
}

namespace {

Next wait_for(Boundary& boundary, std::span<const coro::FdInterest> interests, coro::Deadline until,
              loop::Events* ready, coro::Wait reason) {
    const Permit permit = boundary.ask();
    if (permit == Permit::block) return Next::block;
    if (permit == Permit::refuse) return fail_with(ECANCELED);
    const int before = errno;
    const coro::FdReady result = boundary.fds.wait(interests, no_later(boundary, until), reason);
    errno = before;
    if (ready != nullptr) *ready = result.events;
    switch (result.outcome) {
        case coro::FdOutcome::ready: return Next::again;
        case coro::FdOutcome::timed_out: return fail_with(overdue(boundary) ? ECANCELED : ETIMEDOUT);
        case coro::FdOutcome::canceled: return canceled(boundary);
        case coro::FdOutcome::closed: return fail_with(EBADF);
        case coro::FdOutcome::failed: return Next::block;
        case coro::FdOutcome::busy: break;
    }
    boundary.on_busy(result.fd, *result.holder);
    return fail_with(EBUSY);
}

// A library that continues after a failed wait might read the answer to another query: libpq, phpredis and others keep
// the connection. So this end is shut down for them. A coroutine that waits already (EBUSY) still gets its answer.
void give_up(Boundary& boundary, std::span<const coro::FdInterest> interests, int error) {
    const int how = error == EBUSY ? SHUT_WR : SHUT_RDWR;
    const bool ends = !boundary.caller_owns_protocol();
    for (const coro::FdInterest& one : interests) {
        boundary.cut.add(one.fd);
        if (ends) (void)::shutdown(one.fd, how);  // on other descriptors this fails, which is fine
    }
    errno = error;
}

}  // namespace

Next wait_ready(Boundary& boundary, std::span<const coro::FdInterest> interests, coro::Deadline until,
                loop::Events* ready, coro::Wait reason) {
    const Next next = wait_for(boundary, interests, until, ready, reason);
    if (next != Next::fail || errno == ETIMEDOUT || errno == EBADF) return next;
    give_up(boundary, interests, errno);
    return next;
}

Next wait_for_older(Boundary& boundary, std::span<const coro::FdInterest> interests) {
    if (boundary.ask() != Permit::suspend) return Next::again;
    const int before = errno;
    const coro::Wake wake = boundary.scheduler.end_slice();
    errno = before;
    if (wake != coro::Wake::canceled) return Next::again;
    const Next next = canceled(boundary);
    give_up(boundary, interests, ECANCELED);
    return next;
}

Next wait_time(Boundary& boundary, coro::Deadline until, coro::Wait reason) {
    const Permit permit = boundary.ask();
    if (permit == Permit::block) return Next::block;
    if (permit == Permit::refuse) return fail_with(ECANCELED);
    const int before = errno;
    const coro::Wake wake = boundary.scheduler.suspend(reason, no_later(boundary, until));
    errno = before;
    if (wake == coro::Wake::canceled) return canceled(boundary);
    return overdue(boundary) ? fail_with(ECANCELED) : Next::again;
}

Next wait_job(Boundary& boundary, coro::AwaitedJob& job) {
    const Permit permit = boundary.offload == nullptr ? Permit::block : boundary.ask();
    if (permit != Permit::suspend) {
        delete &job;
        return permit == Permit::block ? Next::block : fail_with(ECANCELED);
    }
    const int before = errno;
    const coro::Deadline until = no_later(boundary, coro::Deadline::never());
    const Error error = coro::await_job(boundary.scheduler, *boundary.offload, job, until);
    errno = before;
    if (error == Error::ok) return Next::again;
    if (error == Error::timed_out) return fail_with(ECANCELED);
    return error == Error::coroutine_canceled ? canceled(boundary) : Next::block;
}

bool BlockingWait::begin() noexcept {
    begun_ = true;
    const int flags = fcntl(fd_, F_GETFL);
    if (flags < 0 || (flags & O_NONBLOCK) != 0) return false;
    until_ = socket_deadline(fd_, direction_ == loop::kWritable ? SO_SNDTIMEO : SO_RCVTIMEO);
    return true;
}

// True: the coroutine has ignored the cancellation of its last poll().
bool BlockingWait::ignored_cancelled_poll() noexcept {
    return std::exchange(boundary_.canceled_fd, -1) == fd_ && boundary_.canceled_at == boundary_.scheduler.switches();
}

Next BlockingWait::fail_at_once() {
    return fail_with(ignored_cancelled_poll() || boundary_.ask() == Permit::refuse ? ECANCELED : EAGAIN);
}

Next BlockingWait::next() {
    if (!begun_ && !begin()) return fail_at_once();
    if (ignored_cancelled_poll()) return fail_with(ECANCELED);
    const coro::FdInterest interest{fd_, direction_};
    const Next next = wait_ready(boundary_, {&interest, 1}, until_);
    if (next == Next::fail && errno == ETIMEDOUT) errno = EAGAIN;
    return next;
}

Next BlockingWait::pause(Pause& pause) {
    if (!begun_ && !begin()) return fail_at_once();
    if (ignored_cancelled_poll()) return fail_with(ECANCELED);
    if (until_.finite() && monotonic_ms() >= until_.at_ms) return fail_with(EAGAIN);
    return wait_time(boundary_, coro::Deadline::in(pause.next_ms()), coro::Wait::event);
}

}  // namespace tern::boundary
