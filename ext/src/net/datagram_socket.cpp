#include "net/datagram_socket.h"

#include <cstring>
#include <netinet/in.h>

namespace tern::net {

namespace {

constexpr size_t kControlRoom = 128;

Error set(int fd, int level, int option) noexcept {
    const int on = 1;
    return ::setsockopt(fd, level, option, &on, sizeof on) == 0 ? Error::ok : last_error();
}

sockaddr_in& v4(Address& address) noexcept { return reinterpret_cast<sockaddr_in&>(address.storage); }
sockaddr_in6& v6(Address& address) noexcept { return reinterpret_cast<sockaddr_in6&>(address.storage); }

// Sets the IP of `address` as the kernel has noted it.
void take_destination(msghdr& message, Address& address) noexcept {
    for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level == IPPROTO_IP && head->cmsg_type == IP_PKTINFO) {
            in_pktinfo info;
            std::memcpy(&info, CMSG_DATA(head), sizeof info);
            v4(address).sin_addr = info.ipi_spec_dst;
        } else if (head->cmsg_level == IPPROTO_IPV6 && head->cmsg_type == IPV6_PKTINFO) {
            in6_pktinfo info;
            std::memcpy(&info, CMSG_DATA(head), sizeof info);
            v6(address).sin6_addr = info.ipi6_addr;
            const bool is_local = IN6_IS_ADDR_LINKLOCAL(&info.ipi6_addr);
            v6(address).sin6_scope_id = is_local ? info.ipi6_ifindex : 0;
        }
    }
}

template <class Info>
void put(msghdr& message, int level, int type, const Info& info) noexcept {
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = level;
    head->cmsg_type = type;
    head->cmsg_len = CMSG_LEN(sizeof info);
    std::memcpy(CMSG_DATA(head), &info, sizeof info);
    message.msg_controllen = CMSG_SPACE(sizeof info);
}

void put_source(msghdr& message, const Address& source) noexcept {
    Address from = source;
    if (from.family() == AF_INET) {
        in_pktinfo info{};
        info.ipi_spec_dst = v4(from).sin_addr;
        put(message, IPPROTO_IP, IP_PKTINFO, info);
    } else {
        in6_pktinfo info{};
        info.ipi6_addr = v6(from).sin6_addr;
        info.ipi6_ifindex = v6(from).sin6_scope_id;
        put(message, IPPROTO_IPV6, IPV6_PKTINFO, info);
    }
}

}  // namespace

Error share_address(int fd, int family) noexcept {
    if (Error error = set(fd, SOL_SOCKET, SO_REUSEPORT); error != Error::ok) return error;
    return family == AF_INET6 ? set(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO) : set(fd, IPPROTO_IP, IP_PKTINFO);
}

Result<Datagram> receive_datagram(int fd, const Address& bound, char* room, size_t size) noexcept {
    alignas(cmsghdr) char control[kControlRoom];
    Datagram got;
    got.to = bound;
    iovec part{room, size};
    msghdr message{};
    message.msg_name = &got.from.storage;
    message.msg_namelen = sizeof got.from.storage;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t count = ::recvmsg(fd, &message, MSG_DONTWAIT);
    if (count < 0) return last_error();
    got.from.size = message.msg_namelen;
    got.bytes = Bytes(room, static_cast<size_t>(count));
    take_destination(message, got.to);
    return got;
}

Error answer_datagram(int fd, const Datagram& to, Bytes answer) noexcept {
    alignas(cmsghdr) char control[kControlRoom]{};
    iovec part{const_cast<char*>(answer.data()), answer.size()};
    msghdr message{};
    message.msg_name = const_cast<sockaddr*>(to.from.raw());
    message.msg_namelen = to.from.size;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    put_source(message, to.to);
    return ::sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 ? Error::ok : last_error();
}

Result<Fd> connect_to_sender(const Datagram& datagram) noexcept {
    Fd made(::socket(datagram.to.family(), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!made.open()) return last_error();
    if (datagram.to.family() == AF_INET6 && !datagram.to.is_mapped()) {
        (void)set(made.get(), IPPROTO_IPV6, IPV6_V6ONLY);
    }
    if (Error error = share_address(made.get(), datagram.to.family()); error != Error::ok) return error;
    if (::bind(made.get(), datagram.to.raw(), datagram.to.size) < 0) return last_error();
    if (::connect(made.get(), datagram.from.raw(), datagram.from.size) < 0) return last_error();
    return made;
}

}  // namespace tern::net
