// A socket for the coroutines of one thread: one at a time uses each direction. Functions named try_ never wait and
// return would_block; repeat() repeats such an attempt until it succeeds. A waiting caller keeps the socket alive. It
// may be closed meanwhile, and then every attempt returns bad_descriptor.
//
// Outside of coroutines `waits` is null, and calls that would suspend block the process.
#pragma once

#include <string>
#include <sys/types.h>
#include <sys/uio.h>
#include <utility>

#include "base/buffer.h"
#include "base/fd.h"
#include "base/pause.h"
#include "coro/fd_wait.h"
#include "coro/io_observer.h"
#include "net/address.h"
#include "net/tls_session.h"

namespace tern::client {

struct SocketKind {
    int domain = 0;
    int type = 0;
    int protocol = 0;
};

class Socket {
public:
    enum class Side : uint8_t { read, write };

    Socket(Fd fd, SocketKind kind) noexcept : fd_(std::move(fd)), kind_(kind) {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    static Result<Fd> open(SocketKind kind) noexcept;
    // The kind of a descriptor, from the kernel; ENOTSOCK.
    static Result<SocketKind> kind_of(int fd) noexcept;

    int fd() const noexcept { return fd_.get(); }
    const SocketKind& kind() const noexcept { return kind_; }
    bool is_stream() const noexcept { return kind_.type == SOCK_STREAM; }
    bool is_ip() const noexcept { return kind_.domain == AF_INET || kind_.domain == AF_INET6; }

    // The user of a side from begin() to end(): one call of the program, which may wait several times. Null: none, or a
    // call outside of coroutines.
    coro::Coroutine* user(Side side) const noexcept { return at(side).coroutine; }
    bool in_use(Side side) const noexcept { return at(side).present; }
    void begin(Side side, coro::Coroutine* coroutine) noexcept {
        at(side) = {coroutine, true};
        holder_ = nullptr;
        if (tls_ != nullptr && side == Side::write) tls_->forget_write();
        if (coroutine == nullptr || coroutine->observer() == nullptr || side == Side::read) return;
        coroutine->observer()->on_send(fd_.get());
    }
    void end(Side side) noexcept {
        const coro::Coroutine* coroutine = std::exchange(at(side), {}).coroutine;
        if (coroutine == nullptr || coroutine->observer() == nullptr || side == Side::write) return;
        coroutine->observer()->on_receive(fd_.get());
    }
    // Wakes the waiting coroutine inside this call; its wait ends with canceled_io. False: none waits.
    bool cancel(coro::Scheduler& scheduler, Side side) noexcept;
    // The caller must close the descriptor. A waiter gets canceled_io when the close is reported (coro/fd_wait).
    int release() noexcept { return fd_.release(); }

    // busy: another coroutine waits for the descriptor by other means, see holder(). Only between begin() and end().
    Error wait(coro::FdWaits* waits, Side side, coro::Deadline until) noexcept;
    // The same for both directions, where one is enough. Only in coroutines, between begin() and end() of
    // reading.
    Error wait_for_either(coro::FdWaits& waits, coro::Deadline until) noexcept;
    coro::Coroutine* holder() const noexcept { return holder_; }
    // timed_out, canceled_io, coroutine_canceled, busy, or an error of the attempt except for would_block. Suspends.
    template <class Attempt>
    Error repeat(coro::FdWaits* waits, Side side, Attempt attempt, coro::Deadline until) {
        for (;;) {
            Error error = attempt();
            if (error == Error{EINTR}) continue;
            if (error != Error::would_block) return error;
            error = wait(waits, side, until);
            if (error != Error::ok) return error;
        }
    }

    Error bind(const net::Address& address) noexcept;
    Error listen(int backlog) noexcept;
    Result<net::Address> local_address() const noexcept;
    Result<net::Address> peer_address() const noexcept;
    Error shutdown(int how) noexcept;
    // Waits until the connection is established or refused. Suspends.
    Error connect(coro::FdWaits* waits, const net::Address& to, coro::Deadline until) noexcept;
    Result<Fd> try_accept() noexcept;
    // connection_reset: the peer has closed it. With buffered input it counts as alive.
    Error check_liveness() noexcept;

    // The host that the program has connected to, as the program wrote it.
    const std::string& host() const noexcept { return host_; }
    void set_host(Bytes host) { host_ = host; }
    // From now on nothing is sent unencrypted: calls return tls_not_ready until the handshake is complete.
    void require_tls() noexcept { encrypted_ = true; }
    // The same with a session, which tls() returns then. Bytes that were buffered before it are an error, as they may
    // have been unprotected.
    Error start_tls(std::unique_ptr<net::TlsSession> session) noexcept;
    net::TlsSession* tls() const noexcept { return tls_.get(); }
    // Only between begin() and end() of both sides. A session that listens waits for a client first, and connects the
    // socket to it. Suspends.
    Error shake_hands(coro::FdWaits* waits, coro::Deadline until) noexcept;
    // Sends close_notify, if the socket takes it now and if this process made the handshake.
    void close_tls() noexcept;

    // 0: the end of the stream, or an empty datagram. Returns buffered bytes first.
    Result<size_t> try_receive(char* into, size_t size) noexcept;
    Result<size_t> try_peek(char* into, size_t size) noexcept;
    Result<size_t> try_receive_from(char* into, size_t size, net::Address* from) noexcept;
    Result<size_t> try_receive_pieces(const iovec* pieces, size_t count) noexcept;
    // Receives more bytes into the buffer.
    Result<size_t> try_fill(size_t most) noexcept;
    Bytes buffered() const noexcept { return buffer_.view().substr(taken_); }
    void take(size_t size) noexcept;
    // Bytes that were received for another reader; they are received again, first.
    void put_back(Bytes bytes) noexcept;

    Result<size_t> try_send(Bytes data) noexcept;
    Result<size_t> try_send_to(Bytes data, const net::Address& to) noexcept;
    // Waits for room, also for that in the queue of a unix socket. Suspends.
    Result<size_t> send_to(coro::FdWaits* waits, Bytes data, const net::Address& to, coro::Deadline until) noexcept;
    Result<size_t> try_send_pieces(const iovec* pieces, size_t count) noexcept;
    // Sends a part of a file, and moves the offset by the sent bytes.
    Result<size_t> try_send_file(int file, off_t* offset, size_t size) noexcept;

private:
    struct User {
        coro::Coroutine* coroutine = nullptr;
        bool present = false;
        bool waits = false;
        bool canceled = false;
    };
    User& at(Side side) noexcept { return users_[static_cast<size_t>(side)]; }
    const User& at(Side side) const noexcept { return users_[static_cast<size_t>(side)]; }
    Error set_nonblocking() noexcept;
    Error connect_once_ready(coro::FdWaits* waits, const net::Address& to, coro::Deadline until) noexcept;
    bool tls_ready() const noexcept { return fd_.open() && tls_ != nullptr && tls_->established(); }
    Error why_not_ready() const noexcept { return fd_.open() ? Error::tls_not_ready : Error::bad_descriptor; }
    Result<size_t> read_tls(char* into, size_t size) noexcept;
    Result<size_t> read_tls_pieces(const iovec* pieces, size_t count) noexcept;
    Result<size_t> write_tls(Bytes data) noexcept;
    Result<size_t> write_tls_pieces(const iovec* pieces, size_t count) noexcept;
    Result<size_t> write_tls_file(int file, off_t* offset, size_t size) noexcept;
    Error block(Side side, coro::Deadline until) const noexcept;
    Error suspend(coro::FdWaits& waits, User& user, loop::Events wanted, coro::Deadline until) noexcept;
    Error await_client(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Error take_hellos(Buffer& room) noexcept;
    Error connect_to_client(const net::Address& client) noexcept;
    Error pause(coro::FdWaits* waits, Pause& pause, coro::Deadline until) noexcept;

    Fd fd_;
    SocketKind kind_;
    User users_[2];
    coro::Coroutine* holder_ = nullptr;
    bool nonblocking_ = false;
    uint8_t shut_ = 0;  // the halves that shutdown() has ended
    Buffer buffer_;
    size_t taken_ = 0;  // used bytes of the buffer
    bool encrypted_ = false;
    std::unique_ptr<net::TlsSession> tls_;
    pid_t shook_hands_in_ = 0;  // the process of the handshake, as a forked process has the same connection
    std::string host_;
};

}  // namespace tern::client
