// A listening socket, or one for datagrams. The master opens it before it forks, and every worker inherits it. Only
// unlink_path() removes the path of a unix socket.
#pragma once

#include <string>
#include <sys/stat.h>

#include "base/fd.h"
#include "net/address.h"

namespace tern::net {

// Options of TCP connections, which inherit those of their listener. 0 for a timeout or a size: the kernel's default.
struct SocketOptions {
    bool no_delay = true;
    bool keep_alive = false;
    int keep_idle_s = 3'600;
    int keep_interval_s = 60;
    int keep_count = 5;
    int user_timeout_ms = 0;
    int receive_buffer = 0;
    int send_buffer = 0;
};

struct ListenOptions {
    int backlog = 512;
    bool reuse_port = false;    // SO_REUSEPORT: each worker has a socket of its own
    int defer_accept_s = 0;     // TCP_DEFER_ACCEPT
    bool fast_open = false;     // TCP_FASTOPEN, with a queue as long as the backlog
    bool v6_only = false;       // of ::, which accepts IPv4 as well unless net.ipv6.bindv6only says otherwise
    bool datagrams = false;     // the socket receives datagrams, and accepts nothing
    SocketOptions connections;  // inherited by connections of TCP; datagrams: the sizes of the buffers alone
};

struct Accepted {
    Fd fd;
    Address peer;
};

class Listener {
public:
    // Takes the address. A socket for connections accepts none before listen(). Replaces a stale unix socket file, on
    // which no process listens any more.
    static Result<Listener> bind(const Address& address, const ListenOptions& options) noexcept;
    // bind() and listen().
    static Result<Listener> open(const Address& address, const ListenOptions& options) noexcept;
    // Adopts a listening socket, whose path belongs to another program.
    static Result<Listener> adopt(Fd fd) noexcept;
    // Takes over a listening socket, and its path, from the server before this one.
    static Result<Listener> inherit(Fd fd) noexcept;

    Listener() = default;
    int fd() const noexcept { return fd_.get(); }
    bool is_open() const noexcept { return fd_.open(); }
    void close() noexcept { fd_.reset(); }
    const Address& address() const noexcept { return address_; }  // with the port that the kernel chose for port 0
    bool adopted() const noexcept { return adopted_; }
    // True: another socket may have the same address (SO_REUSEPORT).
    bool shares_address() const noexcept;
    // Does nothing if the path has another socket by now.
    void unlink_path() noexcept;
    // Begins to accept connections. Also applies what can change later: the backlog, buffers and TCP options.
    Error listen(const ListenOptions& options) noexcept;

    // The system refuses new connections from now on, in all processes that have this socket. accept() fails with
    // EINVAL when no connection is left.
    void refuse_more() const noexcept;
    // would_block: no connection is waiting.
    Result<Accepted> accept() const noexcept;

private:
    Result<Listener> take_name() && noexcept;
    void note_file() noexcept;

    Fd fd_;
    struct stat file_ {};  // of a unix socket's path
    Address address_;
    bool adopted_ = false;
};

void apply(const SocketOptions& options, int fd, int family) noexcept;
// Only the sizes of the buffers, which datagrams have, too.
void apply_buffers(const SocketOptions& options, int fd) noexcept;

}  // namespace tern::net
