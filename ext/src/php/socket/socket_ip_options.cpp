#include "php/socket/socket_ip_options.h"

#include <arpa/inet.h>
#include <cstddef>
#include <cstring>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

#include "php/engine/error.h"

namespace tern::php {

namespace {

constexpr SocketOption kTcpInfo{IPPROTO_TCP, TCP_INFO};
constexpr SocketOption kMulticastInterface{IPPROTO_IP, IP_MULTICAST_IF};
constexpr SocketOption kPacketInfo{IPPROTO_IPV6, IPV6_PKTINFO};

bool same(SocketOption one, SocketOption other) noexcept { return one.level == other.level && one.name == other.name; }

struct InfoRow {
    const char* name;
    size_t offset;
    bool is_byte;
};

// The bit fields are added apart.
constexpr InfoRow kInfoRows[] = {
    {"state", offsetof(tcp_info, tcpi_state), true},
    {"ca_state", offsetof(tcp_info, tcpi_ca_state), true},
    {"retransmits", offsetof(tcp_info, tcpi_retransmits), true},
    {"probes", offsetof(tcp_info, tcpi_probes), true},
    {"backoff", offsetof(tcp_info, tcpi_backoff), true},
    {"options", offsetof(tcp_info, tcpi_options), true},
    {"rto", offsetof(tcp_info, tcpi_rto), false},
    {"ato", offsetof(tcp_info, tcpi_ato), false},
    {"snd_mss", offsetof(tcp_info, tcpi_snd_mss), false},
    {"rcv_mss", offsetof(tcp_info, tcpi_rcv_mss), false},
    {"unacked", offsetof(tcp_info, tcpi_unacked), false},
    {"sacked", offsetof(tcp_info, tcpi_sacked), false},
    {"lost", offsetof(tcp_info, tcpi_lost), false},
    {"retrans", offsetof(tcp_info, tcpi_retrans), false},
    {"fackets", offsetof(tcp_info, tcpi_fackets), false},
    {"last_data_sent", offsetof(tcp_info, tcpi_last_data_sent), false},
    {"last_ack_sent", offsetof(tcp_info, tcpi_last_ack_sent), false},
    {"last_data_recv", offsetof(tcp_info, tcpi_last_data_recv), false},
    {"last_ack_recv", offsetof(tcp_info, tcpi_last_ack_recv), false},
    {"pmtu", offsetof(tcp_info, tcpi_pmtu), false},
    {"rcv_ssthresh", offsetof(tcp_info, tcpi_rcv_ssthresh), false},
    {"rtt", offsetof(tcp_info, tcpi_rtt), false},
    {"rttvar", offsetof(tcp_info, tcpi_rttvar), false},
    {"snd_ssthresh", offsetof(tcp_info, tcpi_snd_ssthresh), false},
    {"snd_cwnd", offsetof(tcp_info, tcpi_snd_cwnd), false},
    {"advmss", offsetof(tcp_info, tcpi_advmss), false},
    {"reordering", offsetof(tcp_info, tcpi_reordering), false},
    {"rcv_rtt", offsetof(tcp_info, tcpi_rcv_rtt), false},
    {"rcv_space", offsetof(tcp_info, tcpi_rcv_space), false},
    {"total_retrans", offsetof(tcp_info, tcpi_total_retrans), false},
};

Error get_tcp_info(int fd, zval* return_value) {
    tcp_info info{};
    socklen_t size = sizeof info;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return last_error();
    array_init_size(return_value, static_cast<uint32_t>(std::size(kInfoRows) + 2));
    const char* bytes = reinterpret_cast<const char*>(&info);
    for (const InfoRow& row : kInfoRows) {
        uint32_t number = static_cast<uint8_t>(bytes[row.offset]);
        if (!row.is_byte) std::memcpy(&number, bytes + row.offset, sizeof number);
        add_assoc_long(return_value, row.name, number);
    }
    add_assoc_long(return_value, "snd_wscale", info.tcpi_snd_wscale);
    add_assoc_long(return_value, "rcv_wscale", info.tcpi_rcv_wscale);
    return Error::ok;
}

unsigned interface_index(zval* given) {
    return Z_TYPE_P(given) == IS_STRING ? if_nametoindex(Z_STRVAL_P(given))
                                        : static_cast<unsigned>(zval_get_long(given));
}

// The first IPv4 address of an interface; 0: it has none.
in_addr address_of(int fd, unsigned index) noexcept {
    ifreq request{};
    if (if_indextoname(index, request.ifr_name) == nullptr || ioctl(fd, SIOCGIFADDR, &request) < 0) return {};
    sockaddr_in address{};
    std::memcpy(&address, &request.ifr_addr, sizeof address);
    return address.sin_addr;
}

// The kernel wants the address of the interface, and returns that.
Error set_multicast_interface(int fd, zval* given) {
    if (Z_TYPE_P(given) > IS_STRING) {
        zend_argument_type_error(3, "must be the number or the name of an interface, %s given",
                                 zend_zval_type_name(given));
        return Error::invalid_argument;
    }
    const unsigned index = interface_index(given);
    const in_addr address = index == 0 ? in_addr{} : address_of(fd, index);
    if (index != 0 && address.s_addr == 0) return Error{ENODEV};
    const bool set = setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &address, sizeof address) == 0;
    return set ? Error::ok : last_error();
}

Error get_multicast_interface(int fd, zval* return_value) {
    in_addr address{};
    socklen_t size = sizeof address;
    if (getsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &address, &size) < 0) return last_error();
    RETVAL_LONG(0);
    struct if_nameindex* all = address.s_addr == 0 ? nullptr : if_nameindex();
    for (const struct if_nameindex* one = all; one != nullptr && one->if_index != 0; ++one) {
        if (address_of(fd, one->if_index).s_addr == address.s_addr) RETVAL_LONG(one->if_index);
    }
    if (all != nullptr) if_freenameindex(all);
    return Error::ok;
}

Error set_packet_info(int fd, zval* given) {
    if (Z_TYPE_P(given) != IS_ARRAY) {
        zend_argument_type_error(3, "must be an array with addr and ifindex, %s given", zend_zval_type_name(given));
        return Error::invalid_argument;
    }
    zval* text = zend_hash_str_find_deref(Z_ARRVAL_P(given), ZEND_STRL("addr"));
    zval* index = zend_hash_str_find_deref(Z_ARRVAL_P(given), ZEND_STRL("ifindex"));
    in6_pktinfo info{};
    const bool is_address =
        text != nullptr && Z_TYPE_P(text) == IS_STRING && inet_pton(AF_INET6, Z_STRVAL_P(text), &info.ipi6_addr) == 1;
    if (!is_address) {
        warn_argument(3, "must have an \"addr\" that is an IPv6 address");
        return Error::invalid_argument;
    }
    info.ipi6_ifindex = index == nullptr ? 0 : interface_index(index);
    return setsockopt(fd, IPPROTO_IPV6, IPV6_PKTINFO, &info, sizeof info) == 0 ? Error::ok : last_error();
}

}  // namespace

bool is_ip_option(SocketOption option) noexcept {
    return same(option, kTcpInfo) || same(option, kMulticastInterface) || same(option, kPacketInfo);
}

Error set_ip_option(int fd, SocketOption option, zval* given) {
    if (same(option, kMulticastInterface)) return set_multicast_interface(fd, given);
    return same(option, kPacketInfo) ? set_packet_info(fd, given) : Error::operation_not_supported;
}

Error get_ip_option(int fd, SocketOption option, zval* return_value) {
    if (same(option, kTcpInfo)) return get_tcp_info(fd, return_value);
    if (same(option, kMulticastInterface)) return get_multicast_interface(fd, return_value);
    return Error{ENOPROTOOPT};  // as Linux says: it can only be set
}

}  // namespace tern::php
