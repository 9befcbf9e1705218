// Sockets: waits, connections, addresses.
#include "client/socket.h"

#include <algorithm>
#include <climits>
#include <fcntl.h>
#include <poll.h>

#include "coro/io_observer.h"

namespace tern::client {

Result<Fd> Socket::open(SocketKind kind) noexcept {
    Fd made(::socket(kind.domain, kind.type | SOCK_CLOEXEC | SOCK_NONBLOCK, kind.protocol));
    if (!made.open()) return last_error();
    return made;
}

Result<SocketKind> Socket::kind_of(int fd) noexcept {
    SocketKind kind;
    socklen_t size = sizeof(int);
    if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &kind.domain, &size) < 0 ||
        getsockopt(fd, SOL_SOCKET, SO_TYPE, &kind.type, &size) < 0 ||
        getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &kind.protocol, &size) < 0) {
        return last_error();
    }
    return kind;
}

bool Socket::cancel(coro::Scheduler& scheduler, Side side) noexcept {
    User& user = at(side);
    if (!user.waits || user.canceled || !scheduler.owns(*user.coroutine)) return false;
    user.canceled = true;
    scheduler.resume(*user.coroutine, coro::Wake::resumed);
    return true;
}

// Continues after a signal.
Error Socket::block(Side side, coro::Deadline until) const noexcept {
    pollfd one{fd_.get(), static_cast<short>(side == Side::read ? POLLIN : POLLOUT), 0};
    for (;;) {
        const int64_t left_ms = until.finite() ? std::max<int64_t>(until.at_ms - monotonic_ms(), 0) : -1;
        const int ready = ::poll(&one, 1, static_cast<int>(std::min<int64_t>(left_ms, INT_MAX)));
        if (ready > 0) return Error::ok;
        if (ready == 0 && left_ms <= INT_MAX) return Error::timed_out;
        if (ready < 0 && errno != EINTR) return last_error();
    }
}

Error Socket::wait(coro::FdWaits* waits, Side side, coro::Deadline until) noexcept {
    if (!fd_.open()) return Error::bad_descriptor;
    if (waits == nullptr) return block(side, until);
    return suspend(*waits, at(side), side == Side::read ? loop::kReadable : loop::kWritable, until);
}

Error Socket::wait_for_either(coro::FdWaits& waits, coro::Deadline until) noexcept {
    if (!fd_.open()) return Error::bad_descriptor;
    return suspend(waits, at(Side::read), loop::kReadable | loop::kWritable, until);
}

Error Socket::suspend(coro::FdWaits& waits, User& user, loop::Events wanted, coro::Deadline until) noexcept {
    const coro::FdInterest interest{fd_.get(), wanted};
    user.waits = true;
    user.canceled = false;
    const coro::FdReady result = waits.wait({&interest, 1}, until);
    user.waits = false;
    if (user.canceled) return Error::canceled_io;
    switch (result.outcome) {
        case coro::FdOutcome::ready: return Error::ok;
        case coro::FdOutcome::timed_out: return Error::timed_out;
        case coro::FdOutcome::canceled: return Error::coroutine_canceled;
        case coro::FdOutcome::closed: return Error::canceled_io;
        case coro::FdOutcome::busy: holder_ = result.holder; return Error::busy;
        case coro::FdOutcome::failed: break;
    }
    return Error::no_memory;
}

// Needed since some calls do not support MSG_DONTWAIT. Foreign sockets stay unchanged until such a call is made.
Error Socket::set_nonblocking() noexcept {
    if (nonblocking_) return Error::ok;
    const int flags = fcntl(fd_.get(), F_GETFL);
    if (flags < 0) return last_error();
    if ((flags & O_NONBLOCK) == 0 && fcntl(fd_.get(), F_SETFL, flags | O_NONBLOCK) < 0) return last_error();
    nonblocking_ = true;
    return Error::ok;
}

Error Socket::bind(const net::Address& address) noexcept {
    const int on = 1;
    // Otherwise a server could not restart while the kernel remembers old connections.
    if (is_ip() && is_stream() && setsockopt(fd_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0)
        return last_error();
    return ::bind(fd_.get(), address.raw(), address.size) == 0 ? Error::ok : last_error();
}

Error Socket::listen(int backlog) noexcept { return ::listen(fd_.get(), backlog) == 0 ? Error::ok : last_error(); }

Result<net::Address> Socket::local_address() const noexcept {
    net::Address address;
    address.size = sizeof address.storage;
    if (::getsockname(fd_.get(), address.raw(), &address.size) < 0) return last_error();
    return address;
}

Result<net::Address> Socket::peer_address() const noexcept {
    net::Address address;
    address.size = sizeof address.storage;
    if (::getpeername(fd_.get(), address.raw(), &address.size) < 0) return last_error();
    return address;
}

Error Socket::shutdown(int how) noexcept {
    const auto wanted = static_cast<uint8_t>(how + 1);  // bit 0: reading, bit 1: writing
    if ((wanted & ~shut_) == 0) return Error{ENOTCONN};
    if (how != SHUT_RD) close_tls();
    if (::shutdown(fd_.get(), how) != 0) {
        const Error error = last_error();
        // After one half was shut down, the peer may have closed the connection: nothing is left of the other half.
        if (number(error) != ENOTCONN || shut_ == 0) return error;
    }
    shut_ |= wanted;
    return Error::ok;
}

// For waits that no event ends. Each pause is longer than the one before.
Error Socket::pause(coro::FdWaits* waits, Pause& pause, coro::Deadline until) noexcept {
    User& user = at(Side::write);
    if (until.finite() && monotonic_ms() >= until.at_ms) return Error::timed_out;
    const int64_t now_ms = pause.next_ms();
    if (waits == nullptr) {
        (void)::poll(nullptr, 0, static_cast<int>(now_ms));
        return Error::ok;
    }
    user.waits = true;
    user.canceled = false;
    const coro::Wake wake = waits->scheduler().suspend(coro::Wait::event, coro::Deadline::in(now_ms));
    user.waits = false;
    if (user.canceled) return Error::canceled_io;
    return wake == coro::Wake::canceled ? Error::coroutine_canceled : Error::ok;
}

// connect() is called again when the socket is writable: it returns the result, and lets a refused socket try another
// address.
Error Socket::connect(coro::FdWaits* waits, const net::Address& to, coro::Deadline until) noexcept {
    if (Error error = set_nonblocking(); error != Error::ok) return error;
    coro::IoObserver* observer = waits == nullptr ? nullptr : waits->scheduler().current()->observer();
    if (observer == nullptr) [[likely]]
        return connect_once_ready(waits, to, until);
    observer->on_connect(fd_.get(), to.raw(), to.size);
    const Error error = connect_once_ready(waits, to, until);
    observer->on_connected();
    return error;
}

Error Socket::connect_once_ready(coro::FdWaits* waits, const net::Address& to, coro::Deadline until) noexcept {
    Pause pauses;
    for (;;) {
        if (::connect(fd_.get(), to.raw(), to.size) == 0) return Error::ok;
        Error error = last_error();
        const bool in_progress = error == Error{EINPROGRESS} || error == Error{EALREADY} || error == Error{EINTR};
        if (in_progress) error = wait(waits, Side::write, until);
        // No event reports room in the backlog of a unix socket, so this tries again and again.
        if (error == Error::would_block && kind_.domain == AF_UNIX) error = pause(waits, pauses, until);
        if (error != Error::ok) return error;
    }
}

Result<size_t> Socket::send_to(coro::FdWaits* waits, Bytes data, const net::Address& to,
                               coro::Deadline until) noexcept {
    Pause pauses;
    for (;;) {
        const Result<size_t> sent = try_send_to(data, to);
        if (sent.ok()) return sent;
        Error error = sent.error();
        if (error == Error{EINTR}) continue;
        if (error != Error::would_block) return error;
        // No event reports room in the queue of a unix socket that this one is not connected to.
        error = kind_.domain == AF_UNIX ? pause(waits, pauses, until) : wait(waits, Side::write, until);
        if (error != Error::ok) return error;
    }
}

Result<Fd> Socket::try_accept() noexcept {
    if (Error error = set_nonblocking(); error != Error::ok) return error;
    Fd made(::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (made.open()) return made;
    // The client has gone already; there may be others.
    return errno == ECONNABORTED ? Error{EINTR} : last_error();
}

Error Socket::check_liveness() noexcept {
    constexpr size_t kLook = 16 * 1024;
    char byte;
    if (!fd_.open()) return Error::bad_descriptor;
    if (!buffered().empty()) return Error::ok;
    if (tls_ready() && !in_use(Side::read)) {
        const Result<size_t> arrived = try_fill(kLook);
        if (arrived.ok()) return arrived.value() > 0 ? Error::ok : Error::connection_reset;
        return arrived.error() == Error::would_block ? Error::ok : arrived.error();
    }
    const ssize_t got = ::recv(fd_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got == 0 && is_stream()) return Error::connection_reset;
    return got >= 0 || errno == EAGAIN || errno == EINTR ? Error::ok : last_error();
}

}  // namespace tern::client
