// A listening socket, or one for datagrams: opened by the master before it forks, inherited by every worker. The path
// of a unix socket is removed by whoever calls unlink_path(), nobody else.
#pragma once

#include <string>

#include "base/fd.h"
#include "net/address.h"

namespace tern::net {

struct ListenOptions {
    int backlog = 512;
    bool reuse_port = false;  // SO_REUSEPORT: each worker has a socket of its own
    int defer_accept_s = 0;   // TCP_DEFER_ACCEPT
    int fast_open_queue = 0;  // TCP_FASTOPEN
    bool datagrams = false;   // nothing is accepted: datagrams come right here
    int receive_buffer = 0;   // SO_RCVBUF, SO_SNDBUF, of datagrams; 0: the kernel's default
    int send_buffer = 0;
};

// How accepted TCP connections are set up; 0 leaves the kernel's default.
struct SocketOptions {
    bool no_delay = true;
    bool keep_alive = false;
    int keep_idle_s = 0;
    int keep_interval_s = 0;
    int keep_count = 0;
    int user_timeout_ms = 0;
    int receive_buffer = 0;
    int send_buffer = 0;
};

struct Accepted {
    Fd fd;
    Address peer;
};

class Listener {
public:
    // A stale unix socket file, which nobody listens on any more, is replaced.
    static Result<Listener> open(const Address& address, const ListenOptions& options) noexcept;
    // A socket that listens already, and is somebody else's to remove.
    static Result<Listener> adopt(Fd fd) noexcept;

    Listener() = default;
    int fd() const noexcept { return fd_.get(); }
    bool is_open() const noexcept { return fd_.open(); }
    void close() noexcept { fd_.reset(); }
    const Address& address() const noexcept { return address_; }  // with the port that the kernel chose for port 0
    bool adopted() const noexcept { return adopted_; }
    void unlink_path() noexcept;
    // Takes over what can change after open(): the backlog, options of TCP.
    Error listen_again(const ListenOptions& options) noexcept;

    // would_block when nobody waits.
    Result<Accepted> accept() const noexcept;

private:
    Result<Listener> take_name() && noexcept;

    Fd fd_;
    Address address_;
    bool adopted_ = false;
};

void apply(const SocketOptions& options, int fd, int family) noexcept;

}  // namespace tern::net
