#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "boundary/calls.h"
#include "boundary/gate.h"

namespace tern::boundary::calls {

namespace {

using coro::Deadline;
using coro::FdInterest;

// Not every libc has this call.
int real_epoll_pwait2(int fd, epoll_event* events, int room, const timespec* timeout, const sigset_t* mask) noexcept {
    return static_cast<int>(::syscall(SYS_epoll_pwait2, fd, events, room, timeout, mask, _NSIG / 8));
}

Deadline deadline_of(int timeout_ms) noexcept { return timeout_ms < 0 ? Deadline::never() : Deadline::in(timeout_ms); }

// The timeout of ppoll() and pselect(), rounded up to whole milliseconds. An invalid one gives 0: then the real call is
// made and reports the error.
int ms_of(const timespec* timeout) noexcept {
    if (timeout == nullptr) return -1;
    if (timeout->tv_sec < 0 || timeout->tv_nsec < 0 || timeout->tv_nsec > 999'999'999) return 0;
    if (timeout->tv_sec >= INT_MAX / 1000) return INT_MAX;
    return static_cast<int>(timeout->tv_sec * 1000 + (timeout->tv_nsec + 999'999) / 1'000'000);
}

int ms_of(const timeval* timeout) noexcept {
    if (timeout == nullptr) return -1;
    if (timeout->tv_sec < 0 || timeout->tv_usec < 0) return 0;
    if (timeout->tv_sec >= INT_MAX / 1000) return INT_MAX;
    return static_cast<int>(timeout->tv_sec * 1000 + (timeout->tv_usec + 999) / 1000);
}

loop::Events wanted_by(short events) noexcept {
    loop::Events wanted = 0;
    if ((events & (POLLIN | POLLRDNORM)) != 0) wanted |= loop::kReadable;
    if ((events & POLLRDHUP) != 0) wanted |= loop::kPeerClosed;
    if ((events & (POLLPRI | POLLRDBAND)) != 0) wanted |= loop::kUrgent;
    if ((events & (POLLOUT | POLLWRNORM)) != 0) wanted |= loop::kWritable;
    return wanted;
}

Groups groups_of(Boundary& boundary, int fd) noexcept {
    switch (boundary.kinds.of(fd)) {
        case FdKind::socket: return groups_of_socket(fd);
        case FdKind::pipe: return kStdio | kProc;
        case FdKind::terminal: return kStdio;
        default: return 0;
    }
}

// Almost all code polls. If only some kinds of descriptors are switched on, one of them must be in the list.
Boundary* poll_gate(const pollfd* fds, nfds_t count) noexcept {
    Boundary* boundary = gate(kAnyDescriptor);
    if (boundary == nullptr || count == 0 || (boundary->active() & kEverySocket) == kEverySocket) return boundary;
    for (nfds_t i = 0; i < count; ++i) {
        if (fds[i].fd >= 0 && (boundary->active() & groups_of(*boundary, fds[i].fd)) != 0) return boundary;
    }
    return nullptr;
}

// The result of a failed wait: for poll() a deadline that is over is no error.
int outcome(Next next) noexcept { return next == Next::fail && errno == ETIMEDOUT ? 0 : -1; }

// The interests of a call; a few are on the stack.
class Interests {
public:
    explicit Interests(size_t room) noexcept {
        if (room > kFew) many_.reset(static_cast<FdInterest*>(std::malloc(room * sizeof(FdInterest))));
        rows_ = room > kFew ? many_.get() : few_;
    }
    bool ok() const noexcept { return rows_ != nullptr; }
    void add(int fd, loop::Events wanted) noexcept { rows_[count_++] = {fd, wanted}; }
    std::span<const FdInterest> rows() const noexcept { return {rows_, count_}; }

private:
    struct Free {
        void operator()(FdInterest* rows) const noexcept { std::free(rows); }
    };
    static constexpr size_t kFew = 8;
    FdInterest few_[kFew];
    std::unique_ptr<FdInterest[], Free> many_;
    FdInterest* rows_;
    size_t count_ = 0;
};

// Sets the result for one descriptor without another system call. False: the kernel must be asked.
bool set_result(pollfd& one, loop::Events ready) noexcept {
    one.revents = 0;
    if ((ready & (loop::kBroken | loop::kUrgent)) != 0) return false;
    if ((ready & loop::kReadable) != 0) one.revents |= one.events & (POLLIN | POLLRDNORM);
    if ((ready & loop::kPeerClosed) != 0) one.revents |= one.events & POLLRDHUP;
    if ((ready & loop::kWritable) != 0) one.revents |= one.events & (POLLOUT | POLLWRNORM);
    return one.revents != 0;
}

// `is_ready`: it need not wait, but older requests go before it.
int poll_waiting(Boundary& boundary, pollfd* fds, nfds_t count, int timeout_ms, bool is_ready = false) {
    Interests interests(count);
    if (!interests.ok()) return ::poll(fds, count, timeout_ms);
    for (nfds_t i = 0; i < count; ++i) {
        if (fds[i].fd >= 0) interests.add(fds[i].fd, wanted_by(fds[i].events));
    }
    const Deadline until = deadline_of(timeout_ms);
    for (;;) {
        loop::Events events = 0;
        const Next next = std::exchange(is_ready, false) ? wait_for_older(boundary, interests.rows())
                                                         : wait_ready(boundary, interests.rows(), until, &events);
        if (next == Next::block) return ::poll(fds, count, timeout_ms);
        if (next == Next::fail && errno == ECANCELED && count == 1) {
            boundary.canceled_fd = fds[0].fd;
            boundary.canceled_at = boundary.scheduler.switches();
        }
        if (next == Next::fail && errno != EBADF) return outcome(next);
        if (count == 1 && set_result(fds[0], events)) return 1;
        const int ready = ::poll(fds, count, 0);
        if (ready != 0 || next == Next::fail) return ready;
    }
}

int poll_in_order(Boundary& boundary, pollfd* fds, nfds_t count, int timeout_ms) {
    const int ready = ::poll(fds, count, 0);
    if (ready < 0 || (ready > 0 && !boundary.scheduler.order().delays_older())) return ready;
    return poll_waiting(boundary, fds, count, timeout_ms, ready > 0);
}

// The sets of one select() call, which overwrites them.
struct Sets {
    fd_set* readable;
    fd_set* writable;
    fd_set* urgent;

    static void copy(fd_set* into, const fd_set* from) noexcept {
        if (from != nullptr) *into = *from;
    }
};

int select_now(int count, const Sets& wanted, const Sets& into) noexcept {
    fd_set sets[3];
    Sets::copy(&sets[0], wanted.readable);
    Sets::copy(&sets[1], wanted.writable);
    Sets::copy(&sets[2], wanted.urgent);
    timeval none{};
    const int ready =
        ::select(count, wanted.readable != nullptr ? &sets[0] : nullptr,
                 wanted.writable != nullptr ? &sets[1] : nullptr, wanted.urgent != nullptr ? &sets[2] : nullptr, &none);
    if (ready <= 0) return ready;
    if (into.readable != nullptr) *into.readable = sets[0];
    if (into.writable != nullptr) *into.writable = sets[1];
    if (into.urgent != nullptr) *into.urgent = sets[2];
    return ready;
}

void add_sets(Interests& interests, int count, const Sets& sets) noexcept {
    for (int fd = 0; fd < count; ++fd) {
        loop::Events wanted = 0;
        if (sets.readable != nullptr && FD_ISSET(fd, sets.readable)) wanted |= loop::kReadable;
        if (sets.writable != nullptr && FD_ISSET(fd, sets.writable)) wanted |= loop::kWritable;
        if (sets.urgent != nullptr && FD_ISSET(fd, sets.urgent)) wanted |= loop::kUrgent;
        if (wanted != 0) interests.add(fd, wanted);
    }
}

void clear(const Sets& sets) noexcept {
    for (fd_set* set : {sets.readable, sets.writable, sets.urgent}) {
        if (set != nullptr) FD_ZERO(set);
    }
}

constexpr int kBlocks = -2;  // not a result of select()

int select_waiting(Boundary& boundary, int count, const Sets& sets, int timeout_ms) {
    int ready = select_now(count, sets, sets);
    if (ready != 0) return ready;
    Interests interests(static_cast<size_t>(count));
    if (!interests.ok()) return kBlocks;
    add_sets(interests, count, sets);
    const Deadline until = deadline_of(timeout_ms);
    for (;;) {
        const Next next = wait_ready(boundary, interests.rows(), until);
        if (next == Next::block) return kBlocks;
        if (next == Next::fail && errno == ETIMEDOUT) clear(sets);
        if (next == Next::fail) return outcome(next);
        ready = select_now(count, sets, sets);
        if (ready != 0) return ready;
    }
}

}  // namespace

int poll(pollfd* fds, nfds_t count, int timeout_ms) {
    Boundary* boundary = timeout_ms == 0 ? nullptr : poll_gate(fds, count);
    if (boundary == nullptr) return ::poll(fds, count, timeout_ms);
    return poll_in_order(*boundary, fds, count, timeout_ms);
}

int poll_as_select(pollfd* fds, nfds_t count, int timeout_ms) {
    Boundary* boundary = timeout_ms == 0 ? nullptr : gate(kStreamFunction);
    if (boundary == nullptr) return ::poll(fds, count, timeout_ms);
    return poll_in_order(*boundary, fds, count, timeout_ms);
}

int ppoll(pollfd* fds, nfds_t count, const timespec* timeout, const sigset_t* mask) {
    const int timeout_ms = ms_of(timeout);
    Boundary* boundary = timeout_ms == 0 || mask != nullptr ? nullptr : poll_gate(fds, count);
    if (boundary == nullptr || boundary->ask() == Permit::block) return ::ppoll(fds, count, timeout, mask);
    return calls::poll(fds, count, timeout_ms);
}

int select(int count, fd_set* readable, fd_set* writable, fd_set* urgent, timeval* timeout) {
    const int timeout_ms = ms_of(timeout);
    Boundary* boundary = timeout_ms == 0 || count > FD_SETSIZE || count < 0 ? nullptr : gate(kStreamFunction);
    if (boundary == nullptr) return ::select(count, readable, writable, urgent, timeout);
    const int ready = select_waiting(*boundary, count, {readable, writable, urgent}, timeout_ms);
    return ready == kBlocks ? ::select(count, readable, writable, urgent, timeout) : ready;
}

int pselect(int count, fd_set* readable, fd_set* writable, fd_set* urgent, const timespec* timeout,
            const sigset_t* mask) {
    const int timeout_ms = ms_of(timeout);
    const bool plain = timeout_ms != 0 && mask == nullptr && count >= 0 && count <= FD_SETSIZE;
    Boundary* boundary = plain ? gate(kStreamFunction) : nullptr;
    if (boundary == nullptr) return ::pselect(count, readable, writable, urgent, timeout, mask);
    const int ready = select_waiting(*boundary, count, {readable, writable, urgent}, timeout_ms);
    return ready == kBlocks ? ::pselect(count, readable, writable, urgent, timeout, mask) : ready;
}

// For a library with its own loop: its descriptor is readable when there is an event.
int epoll_wait(int fd, epoll_event* events, int room, int timeout_ms) {
    Boundary* boundary = timeout_ms == 0 ? nullptr : gate(kAnyDescriptor);
    if (boundary == nullptr) return ::epoll_wait(fd, events, room, timeout_ms);
    const FdInterest interest{fd, loop::kReadable};
    const Deadline until = deadline_of(timeout_ms);
    for (;;) {
        const int ready = ::epoll_wait(fd, events, room, 0);
        if (ready != 0) return ready;
        const Next next = wait_ready(*boundary, {&interest, 1}, until);
        if (next == Next::block) return ::epoll_wait(fd, events, room, timeout_ms);
        if (next == Next::fail) return outcome(next);
    }
}

int epoll_pwait(int fd, epoll_event* events, int room, int timeout_ms, const sigset_t* mask) {
    if (mask != nullptr) return ::epoll_pwait(fd, events, room, timeout_ms, mask);
    return calls::epoll_wait(fd, events, room, timeout_ms);
}

int epoll_pwait2(int fd, epoll_event* events, int room, const timespec* timeout, const sigset_t* mask) {
    const int timeout_ms = ms_of(timeout);
    Boundary* boundary = timeout_ms == 0 || mask != nullptr ? nullptr : gate(kAnyDescriptor);
    if (boundary == nullptr || boundary->ask() == Permit::block) {
        return real_epoll_pwait2(fd, events, room, timeout, mask);
    }
    return calls::epoll_wait(fd, events, room, timeout_ms);
}

int poll_checked(pollfd* fds, nfds_t count, int timeout_ms, size_t room) {
    if (room / sizeof(pollfd) < count) std::abort();
    return calls::poll(fds, count, timeout_ms);
}

int ppoll_checked(pollfd* fds, nfds_t count, const timespec* timeout, const sigset_t* mask, size_t room) {
    if (room / sizeof(pollfd) < count) std::abort();
    return calls::ppoll(fds, count, timeout, mask);
}

}  // namespace tern::boundary::calls
