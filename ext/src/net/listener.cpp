#include "net/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/un.h>
#include <unistd.h>

namespace tern::net {

namespace {

// Errors are ignored: if the kernel refuses an option, the socket still works.
void set(int fd, int level, int option, int value) noexcept {
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

// True: the socket file exists, but no process listens on it.
bool is_stale(const Address& address, int type) noexcept {
    struct stat status {};
    if (::stat(address.text().c_str(), &status) < 0 || !S_ISSOCK(status.st_mode)) return false;
    Fd probe(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
    if (!probe.open()) return false;
    return ::connect(probe.get(), address.raw(), address.size) < 0 && errno == ECONNREFUSED;
}

void prepare(int fd, const Address& address, const ListenOptions& options) noexcept {
    if (options.datagrams) {
        apply_buffers(options.connections, fd);
    } else {
        apply(options.connections, fd, address.family());
    }
    if (address.family() == AF_UNIX) return;
    // With SO_REUSEADDR two datagram sockets could share an address.
    if (!options.datagrams) set(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (options.reuse_port) set(fd, SOL_SOCKET, SO_REUSEPORT, 1);
    if (options.v6_only && address.family() == AF_INET6) set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
    if (options.datagrams) return;
    if (options.defer_accept_s > 0) set(fd, IPPROTO_TCP, TCP_DEFER_ACCEPT, options.defer_accept_s);
    if (options.fast_open) set(fd, IPPROTO_TCP, TCP_FASTOPEN, options.backlog);
}

}  // namespace

void apply_buffers(const SocketOptions& options, int fd) noexcept {
    if (options.receive_buffer > 0) set(fd, SOL_SOCKET, SO_RCVBUF, options.receive_buffer);
    if (options.send_buffer > 0) set(fd, SOL_SOCKET, SO_SNDBUF, options.send_buffer);
}

void apply(const SocketOptions& options, int fd, int family) noexcept {
    apply_buffers(options, fd);
    if (family == AF_UNIX) return;
    if (options.no_delay) set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    if (options.keep_alive) {
        set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
        set(fd, IPPROTO_TCP, TCP_KEEPIDLE, options.keep_idle_s);
        set(fd, IPPROTO_TCP, TCP_KEEPINTVL, options.keep_interval_s);
        set(fd, IPPROTO_TCP, TCP_KEEPCNT, options.keep_count);
    }
    if (options.user_timeout_ms > 0) set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, options.user_timeout_ms);
}

Result<Listener> Listener::bind(const Address& address, const ListenOptions& options) noexcept {
    Listener listener;
    const int type = options.datagrams ? SOCK_DGRAM : SOCK_STREAM;
    listener.fd_ = Fd(::socket(address.family(), type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!listener.fd_.open()) return last_error();
    int fd = listener.fd_.get();
    prepare(fd, address, options);
    if (address.family() == AF_UNIX && is_stale(address, type)) ::unlink(address.text().c_str());
    if (::bind(fd, address.raw(), address.size) < 0) {
        const Error error = last_error();
        const bool may_be_v4 = address.family() == AF_INET6 && address.is_wildcard() && !options.v6_only;
        if (error != Error::address_in_use || !may_be_v4) return error;
        // Another socket has the port for IPv4.
        ListenOptions narrower = options;
        narrower.v6_only = true;
        return bind(address, narrower);
    }
    listener.address_ = address;
    if (address.family() != AF_UNIX) return std::move(listener).take_name();
    listener.note_file();
    return listener;
}

Result<Listener> Listener::open(const Address& address, const ListenOptions& options) noexcept {
    Result<Listener> listener = bind(address, options);
    if (!listener.ok()) return listener;
    if (Error error = listener.value().listen(options); error != Error::ok) return error;
    return listener;
}

Result<Listener> Listener::adopt(Fd fd) noexcept {
    Listener listener;
    listener.fd_ = std::move(fd);
    listener.adopted_ = true;
    return std::move(listener).take_name();
}

Result<Listener> Listener::inherit(Fd fd) noexcept {
    Listener listener;
    listener.fd_ = std::move(fd);
    return std::move(listener).take_name();
}

bool Listener::shares_address() const noexcept {
    int value = 0;
    socklen_t size = sizeof value;
    return ::getsockopt(fd_.get(), SOL_SOCKET, SO_REUSEPORT, &value, &size) == 0 && value != 0;
}

Result<Listener> Listener::take_name() && noexcept {
    address_.size = sizeof address_.storage;
    if (::getsockname(fd_.get(), address_.raw(), &address_.size) < 0) return last_error();
    note_file();
    return std::move(*this);
}

void Listener::note_file() noexcept {
    if (address_.family() == AF_UNIX) (void)::lstat(address_.text().c_str(), &file_);
}

Error Listener::listen(const ListenOptions& options) noexcept {
    prepare(fd(), address_, options);
    if (options.datagrams) return Error::ok;
    return ::listen(fd(), options.backlog) < 0 ? last_error() : Error::ok;
}

void Listener::unlink_path() noexcept {
    if (address_.family() != AF_UNIX || adopted_) return;
    struct stat now {};
    if (::lstat(address_.text().c_str(), &now) != 0) return;
    if (now.st_ino == file_.st_ino && now.st_dev == file_.st_dev) ::unlink(address_.text().c_str());
}

void Listener::refuse_more() const noexcept { (void)::shutdown(fd(), SHUT_RDWR); }

Result<Accepted> Listener::accept() const noexcept {
    Accepted accepted;
    accepted.peer.size = sizeof accepted.peer.storage;
    int fd = ::accept4(fd_.get(), accepted.peer.raw(), &accepted.peer.size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return last_error();
    accepted.fd = Fd(fd);
    return accepted;
}

}  // namespace tern::net
