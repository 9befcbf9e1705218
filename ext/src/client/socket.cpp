#include "client/socket.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <unistd.h>

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

// --- Sending and receiving

namespace {

Result<size_t> result_of(ssize_t count) noexcept {
    if (count >= 0) return static_cast<size_t>(count);
    return last_error();
}

msghdr message_of(const iovec* pieces, size_t count) noexcept {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(pieces);
    message.msg_iovlen = count;
    return message;
}

constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;

}  // namespace

Result<size_t> Socket::try_receive(char* into, size_t size) noexcept {
    const Bytes ready = buffered();
    if (ready.empty() && encrypted_) return read_tls(into, size);
    if (ready.empty()) return result_of(::recv(fd_.get(), into, size, MSG_DONTWAIT));
    const size_t count = std::min(size, ready.size());
    std::memcpy(into, ready.data(), count);
    take(count);
    return count;
}

Result<size_t> Socket::try_peek(char* into, size_t size) noexcept {
    if (buffered().empty() && encrypted_) {
        // A coroutine that waits for the descriptor would not notice input that is moved to the buffer.
        if (in_use(Side::read)) return Error::would_block;
        const Result<size_t> got = try_fill(std::clamp<size_t>(size, 16 * 1024, 64 * 1024));
        if (!got.ok() || got.value() == 0) return got;
    }
    const Bytes ready = buffered();
    if (ready.empty()) return result_of(::recv(fd_.get(), into, size, MSG_DONTWAIT | MSG_PEEK));
    const size_t count = std::min(size, ready.size());
    std::memcpy(into, ready.data(), count);
    return count;
}

Result<size_t> Socket::try_receive_from(char* into, size_t size, net::Address* from) noexcept {
    if (encrypted_) {
        const Result<net::Address> peer = peer_address();
        if (!peer.ok()) return peer.error();
        *from = peer.value();
        return try_receive(into, size);
    }
    from->size = sizeof from->storage;
    return result_of(::recvfrom(fd_.get(), into, size, MSG_DONTWAIT, from->raw(), &from->size));
}

Result<size_t> Socket::try_receive_pieces(const iovec* pieces, size_t count) noexcept {
    if (!buffered().empty()) return try_receive(static_cast<char*>(pieces->iov_base), pieces->iov_len);
    if (encrypted_) return read_tls_pieces(pieces, count);
    msghdr message = message_of(pieces, count);
    return result_of(::recvmsg(fd_.get(), &message, MSG_DONTWAIT));
}

Result<size_t> Socket::try_fill(size_t most) noexcept {
    if (taken_ > 0 && taken_ * 2 >= buffer_.size()) {
        buffer_.drop_front(taken_);
        taken_ = 0;
    }
    char* place = buffer_.extend(most);
    const Result<size_t> got =
        encrypted_ ? read_tls(place, most) : result_of(::recv(fd_.get(), place, most, MSG_DONTWAIT));
    buffer_.shrink(most - (got.ok() ? got.value() : 0));
    return got;
}

void Socket::take(size_t size) noexcept {
    constexpr size_t kKept = 64 * 1024;
    taken_ += size;
    if (taken_ < buffer_.size()) return;
    taken_ = 0;
    buffer_.clear();
    if (buffer_.capacity() > kKept) buffer_.release();
}

void Socket::put_back(Bytes bytes) noexcept {
    if (bytes.empty()) return;
    Buffer all;
    all.append(bytes);
    all.append(buffered());
    buffer_ = std::move(all);
    taken_ = 0;
}

Result<size_t> Socket::try_send(Bytes data) noexcept {
    if (encrypted_) return write_tls(data);
    return result_of(::send(fd_.get(), data.data(), data.size(), kSendFlags));
}

Result<size_t> Socket::try_send_to(Bytes data, const net::Address& to) noexcept {
    if (encrypted_) return Error{EISCONN};
    return result_of(::sendto(fd_.get(), data.data(), data.size(), kSendFlags, to.raw(), to.size));
}

Result<size_t> Socket::try_send_pieces(const iovec* pieces, size_t count) noexcept {
    if (encrypted_) return write_tls_pieces(pieces, count);
    const msghdr message = message_of(pieces, count);
    return result_of(::sendmsg(fd_.get(), &message, kSendFlags));
}

Result<size_t> Socket::try_send_file(int file, off_t* offset, size_t size) noexcept {
    if (encrypted_) return write_tls_file(file, offset, size);
    if (Error error = set_nonblocking(); error != Error::ok) return error;
    return result_of(::sendfile(fd_.get(), file, offset, size));
}

// --- TLS

namespace {

constexpr size_t kRecord = net::TlsSession::kMostRecord;

}  // namespace

Error Socket::start_tls(std::unique_ptr<net::TlsSession> session) noexcept {
    require_tls();
    if (!buffered().empty()) return Error::tls_bad_protocol;
    if (Error error = set_nonblocking(); error != Error::ok) return error;
    tls_ = std::move(session);
    shook_hands_in_ = ::getpid();
    return Error::ok;
}

// Handshakes over datagrams also repeat what was lost.
Error Socket::shake_hands(coro::FdWaits* waits, coro::Deadline until) noexcept {
    if (tls_->listening()) {
        if (Error error = await_client(waits, until); error != Error::ok) return error;
    }
    for (;;) {
        if (!fd_.open()) return Error::canceled_io;
        Error error = tls_->handshake();
        if (error != Error::would_block) return error;
        const int64_t repeats_in_ms = tls_->repeats_in_ms();
        const coro::Deadline next = repeats_in_ms < 0 ? until : until.earlier(coro::Deadline::in(repeats_in_ms));
        error = wait(waits, tls_->holds_output() ? Side::write : Side::read, next);
        const bool repeats = error == Error::timed_out && next.at_ms != until.at_ms;
        if (error != Error::ok && !repeats) return error;
    }
}

void Socket::close_tls() noexcept {
    if (tls_ != nullptr && fd_.open() && shook_hands_in_ == ::getpid()) tls_->close_notify();
}

Result<size_t> Socket::read_tls(char* into, size_t size) noexcept {
    if (!tls_ready()) return why_not_ready();
    return tls_->read(into, size);
}

Result<size_t> Socket::read_tls_pieces(const iovec* pieces, size_t count) noexcept {
    size_t total = 0;
    for (size_t i = 0; i < count; ++i) {
        const Result<size_t> got = read_tls(static_cast<char*>(pieces[i].iov_base), pieces[i].iov_len);
        // The next read returns the end or the error again.
        if (!got.ok() && total == 0) return got;
        if (!got.ok()) break;
        total += got.value();
        if (got.value() < pieces[i].iov_len) break;
    }
    return total;
}

Result<size_t> Socket::write_tls(Bytes data) noexcept {
    if (!tls_ready()) return why_not_ready();
    return tls_->write(data);
}

// Small pieces share a record.
Result<size_t> Socket::write_tls_pieces(const iovec* pieces, size_t count) noexcept {
    Buffer record;
    if (!tls_ready()) return why_not_ready();
    // A larger message is refused, as it must not be divided.
    const size_t limit = tls_->datagrams() ? kRecord + 1 : kRecord;
    for (size_t i = 0; i < count && record.size() < limit && !tls_->has_written(); ++i) {
        const size_t most = std::min(pieces[i].iov_len, limit - record.size());
        record.append(Bytes(static_cast<const char*>(pieces[i].iov_base), most));
    }
    return write_tls(record.view());
}

Result<size_t> Socket::write_tls_file(int file, off_t* offset, size_t size) noexcept {
    Buffer record;
    if (!tls_ready()) return why_not_ready();
    if (!tls_->has_written()) {
        const size_t most = std::min(size, kRecord);
        const ssize_t got = ::pread(file, record.extend(most), most, *offset);
        if (got <= 0) return got == 0 ? Result<size_t>(size_t{0}) : Result<size_t>(last_error());
        record.shrink(most - static_cast<size_t>(got));
    }
    const Result<size_t> sent = write_tls(record.view());
    if (sent.ok()) *offset += static_cast<off_t>(sent.value());
    return sent;
}

// --- The server's side of DTLS, until a client has proven its address

namespace {

constexpr size_t kDatagramRoom = 4096;  // larger ones are no ClientHello
constexpr int kHellosPerTurn = 64;
constexpr int kMostDropped = 4096;

}  // namespace

Error Socket::await_client(coro::FdWaits* waits, coro::Deadline until) noexcept {
    Buffer room;
    return repeat(
        waits, Side::read, [&] { return fd_.open() ? take_hellos(room) : Error::canceled_io; }, until);
}

// would_block: no client has proven its address yet.
Error Socket::take_hellos(Buffer& room) noexcept {
    using Hello = net::TlsSession::Hello;
    for (int i = 0; i < kHellosPerTurn; ++i) {
        net::Address from;
        from.size = sizeof from.storage;
        room.clear();
        char* place = room.extend(kDatagramRoom);
        const ssize_t count = ::recvfrom(fd_.get(), place, kDatagramRoom, MSG_DONTWAIT, from.raw(), &from.size);
        if (count < 0) return last_error();
        Buffer answer;
        const Hello hello = tls_->take_hello(Bytes(place, static_cast<size_t>(count)), from, answer);
        if (hello == Hello::proven) return connect_to_client(from);
        // If it is lost, the client asks again.
        if (hello == Hello::answered)
            (void)::sendto(fd_.get(), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL, from.raw(), from.size);
    }
    return Error::would_block;
}

// What arrived before the socket was connected may be from others. A client repeats its own.
Error Socket::connect_to_client(const net::Address& client) noexcept {
    char byte;
    if (::connect(fd_.get(), client.raw(), client.size) < 0) return last_error();
    for (int i = 0; i < kMostDropped && ::recv(fd_.get(), &byte, 1, MSG_DONTWAIT) >= 0; ++i) {}
    tls_->begin(fd_.get(), true);
    return Error::ok;
}

}  // namespace tern::client
