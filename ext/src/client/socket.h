// A socket that coroutines of one thread use: each direction by one of them at a time. What is called try_ never waits
// and says would_block; repeat() makes such an attempt until it succeeds. Whoever waits holds the socket alive; it may
// be closed meanwhile, and every attempt after that says bad_descriptor.
//
// Outside of coroutines there are no `waits` (null): what suspends elsewhere blocks the process then.
#pragma once

#include <string>
#include <sys/types.h>
#include <sys/uio.h>
#include <utility>

#include "base/buffer.h"
#include "base/fd.h"
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
    // What the kernel says about a descriptor; ENOTSOCK.
    static Result<SocketKind> kind_of(int fd) noexcept;

    int fd() const noexcept { return fd_.get(); }
    const SocketKind& kind() const noexcept { return kind_; }
    bool is_stream() const noexcept { return kind_.type == SOCK_STREAM; }
    bool is_ip() const noexcept { return kind_.domain == AF_INET || kind_.domain == AF_INET6; }

    // Who uses a side from begin() to end(): one call of a program, which may wait several times. Null: nobody, or a
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
    // Who waits is woken inside of this call, and its wait ends with canceled_io. False: nobody waits.
    bool cancel(coro::Scheduler& scheduler, Side side) noexcept;
    // The caller closes it. Who waits goes on with canceled_io when it is told (coro/fd_wait).
    int release() noexcept { return fd_.release(); }

    // busy: another coroutine waits for the descriptor by other means, see holder(). Between begin() and end() only.
    Error wait(coro::FdWaits* waits, Side side, coro::Deadline until) noexcept;
    coro::Coroutine* holder() const noexcept { return holder_; }
    // timed_out, canceled_io, coroutine_canceled, busy, and what the attempt says except for would_block. Suspends.
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
    Result<net::Address> own_address() const noexcept;
    Result<net::Address> peer_address() const noexcept;
    Error shutdown(int how) noexcept;
    // Until the connection is there or refused. Suspends.
    Error connect(coro::FdWaits* waits, const net::Address& to, coro::Deadline until) noexcept;
    Result<Fd> try_accept() noexcept;
    // connection_reset: the peer has closed it. What is buffered counts as alive.
    Error check_liveness() noexcept;

    // Whom the program has connected to, as it said.
    const std::string& host() const noexcept { return host_; }
    void set_host(Bytes host) { host_ = host; }
    // Nothing goes in clear any more: receiving and sending say tls_not_ready until the handshake is over.
    void require_tls() noexcept { encrypted_ = true; }
    // The same, with what encrypts; null before. Bytes that were buffered before it are an error: nobody knows whether
    // they were protected.
    Error start_tls(std::unique_ptr<net::TlsSession> session) noexcept;
    net::TlsSession* tls() const noexcept { return tls_.get(); }
    // Between begin() and end() of both sides. Suspends.
    Error shake_hands(coro::FdWaits* waits, coro::Deadline until) noexcept;
    // Tells the peer that nothing follows, if the socket takes it now and this process is the one that shook hands.
    void close_tls() noexcept;

    // 0: the end of the stream, or an empty datagram. What was buffered comes first.
    Result<size_t> try_receive(char* into, size_t size) noexcept;
    Result<size_t> try_peek(char* into, size_t size) noexcept;
    Result<size_t> try_receive_from(char* into, size_t size, net::Address* from) noexcept;
    Result<size_t> try_receive_pieces(const iovec* pieces, size_t count) noexcept;
    // Receives behind what is buffered.
    Result<size_t> try_fill(size_t most) noexcept;
    Bytes buffered() const noexcept { return buffer_.view().substr(taken_); }
    void take(size_t size) noexcept;

    Result<size_t> try_send(Bytes data) noexcept;
    Result<size_t> try_send_to(Bytes data, const net::Address& to) noexcept;
    Result<size_t> try_send_pieces(const iovec* pieces, size_t count) noexcept;
    // Of a file, whose offset moves with what was sent.
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
    Error pause(coro::FdWaits* waits, int64_t pause_ms, coro::Deadline until) noexcept;

    Fd fd_;
    SocketKind kind_;
    User users_[2];
    coro::Coroutine* holder_ = nullptr;
    bool nonblocking_ = false;
    Buffer buffer_;
    size_t taken_ = 0;  // of the buffer
    bool encrypted_ = false;
    std::unique_ptr<net::TlsSession> tls_;
    pid_t shook_hands_in_ = 0;  // a forked process has the same connection
    std::string host_;
};

}  // namespace tern::client
