// Swoole\Coroutine\Socket: system options, with the names of ext/sockets.
#include <arpa/inet.h>
#include <cstddef>
#include <cstring>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

#include "php/engine/error.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

namespace {

struct SocketOption {
    int level;
    int name;
};

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

// Options whose values are no plain numbers: TCP_INFO, IP_MULTICAST_IF and IPV6_PKTINFO, as ext/sockets has them.
bool is_ip_option(SocketOption option) noexcept {
    return same(option, kTcpInfo) || same(option, kMulticastInterface) || same(option, kPacketInfo);
}

// May leave an exception pending.
Error set_ip_option(int fd, SocketOption option, zval* given) {
    if (same(option, kMulticastInterface)) return set_multicast_interface(fd, given);
    return same(option, kPacketInfo) ? set_packet_info(fd, given) : Error::operation_not_supported;
}

Error get_ip_option(int fd, SocketOption option, zval* return_value) {
    if (same(option, kTcpInfo)) return get_tcp_info(fd, return_value);
    if (same(option, kMulticastInterface)) return get_multicast_interface(fd, return_value);
    return Error{ENOPROTOOPT};  // as Linux says: it can only be set
}

bool is_linger(SocketOption option) noexcept { return option.level == SOL_SOCKET && option.name == SO_LINGER; }

bool is_membership(SocketOption option) noexcept {
    return option.name == MCAST_JOIN_GROUP || option.name == MCAST_LEAVE_GROUP;
}

bool is_text(SocketOption option) noexcept {
    return (option.level == SOL_SOCKET && option.name == SO_BINDTODEVICE) ||
           (option.level == IPPROTO_TCP && option.name == TCP_CONGESTION);
}

// Null: the option is no timeout.
int64_t* timeout_in(SocketObject& self, SocketOption option) noexcept {
    if (option.level != SOL_SOCKET) return nullptr;
    if (option.name == SO_RCVTIMEO) return &self.read_timeout_ms;
    return option.name == SO_SNDTIMEO ? &self.write_timeout_ms : nullptr;
}

// False after a warning or an exception.
bool read_pair(zval* given, const char* const (&keys)[2], zend_long (&numbers)[2]) {
    ZVAL_DEREF(given);
    if (Z_TYPE_P(given) != IS_ARRAY) {
        zend_argument_type_error(3, "must be an array with %s and %s, %s given", keys[0], keys[1],
                                 zend_zval_type_name(given));
        return false;
    }
    for (size_t i = 0; i < 2; ++i) {
        zval* number = zend_hash_str_find(Z_ARRVAL_P(given), keys[i], std::strlen(keys[i]));
        if (number == nullptr) {
            warn_argument(3, "must have the key \"%s\"", keys[i]);
            return false;
        }
        numbers[i] = zval_get_long(number);
        if (numbers[i] >= 0 && numbers[i] <= INT_MAX) continue;
        warn_argument(3, "must have a \"%s\" between 0 and %d, " ZEND_LONG_FMT " given", keys[i], INT_MAX, numbers[i]);
        return false;
    }
    return true;
}

void return_pair(const char* const (&keys)[2], zend_long first, zend_long second, zval* return_value) {
    array_init(return_value);
    add_assoc_long(return_value, keys[0], first);
    add_assoc_long(return_value, keys[1], second);
}

constexpr const char* kLingerKeys[] = {"l_onoff", "l_linger"};
constexpr const char* kTimeoutKeys[] = {"sec", "usec"};

Error set_bytes(const SocketObject& self, SocketOption option, const void* bytes, size_t size) noexcept {
    const auto count = static_cast<socklen_t>(size);
    return setsockopt(self.socket->fd(), option.level, option.name, bytes, count) == 0 ? Error::ok : last_error();
}

unsigned interface_of(zval* given) {
    if (given == nullptr) return 0;
    ZVAL_DEREF(given);
    return Z_TYPE_P(given) == IS_STRING ? if_nametoindex(Z_STRVAL_P(given))
                                        : static_cast<unsigned>(zval_get_long(given));
}

// `group` is an address; `interface` is a number or a name.
Error set_membership(const SocketObject& self, SocketOption option, HashTable* given) {
    zval* group = zend_hash_str_find(given, ZEND_STRL("group"));
    if (group != nullptr) ZVAL_DEREF(group);
    if (group == nullptr || Z_TYPE_P(group) != IS_STRING) {
        warn_argument(3, "must have a \"group\" that is a string");
        return Error::invalid_argument;
    }
    group_req request{};
    request.gr_interface = interface_of(zend_hash_str_find(given, ZEND_STRL("interface")));
    const Result<net::Address> address = address_from(*self.socket, view(Z_STR_P(group)), 0);
    if (!address.ok()) return address.error();
    std::memcpy(&request.gr_group, address.value().raw(), address.value().size);
    return set_bytes(self, option, &request, sizeof request);
}

// Sets one option. May leave an exception pending.
Error set_option(SocketObject& self, SocketOption option, zval* given) {
    ZVAL_DEREF(given);
    if (is_ip_option(option)) return set_ip_option(self.socket->fd(), option, given);
    zend_long numbers[2];
    if (int64_t* timeout_ms = timeout_in(self, option)) {
        if (!read_pair(given, kTimeoutKeys, numbers)) return Error::invalid_argument;
        const int64_t ms = numbers[0] * 1000 + (numbers[1] + 999) / 1000;
        *timeout_ms = ms > 0 ? ms : -1;
        return Error::ok;
    }
    if (is_linger(option)) {
        if (!read_pair(given, kLingerKeys, numbers)) return Error::invalid_argument;
        const linger value{static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
        return set_bytes(self, option, &value, sizeof value);
    }
    if (Z_TYPE_P(given) == IS_ARRAY && is_membership(option)) return set_membership(self, option, Z_ARRVAL_P(given));
    if (Z_TYPE_P(given) == IS_STRING) return set_bytes(self, option, Z_STRVAL_P(given), Z_STRLEN_P(given));
    if (Z_TYPE_P(given) > IS_DOUBLE) {
        zend_argument_type_error(3, "must be of type int, bool or string for this option, %s given",
                                 zend_zval_type_name(given));
        return Error::invalid_argument;
    }
    const int number = static_cast<int>(zval_get_long(given));
    return set_bytes(self, option, &number, sizeof number);
}

// A text may end in a NUL byte.
Error return_option(const SocketObject& self, SocketOption option, zval* return_value) {
    if (is_ip_option(option)) return get_ip_option(self.socket->fd(), option, return_value);
    union {
        int number;
        linger pair;
        char text[256];
    } value{};
    socklen_t size = is_text(option) ? sizeof value.text : is_linger(option) ? sizeof value.pair : sizeof value.number;
    if (getsockopt(self.socket->fd(), option.level, option.name, &value, &size) < 0) return last_error();
    if (is_text(option)) {
        RETVAL_STRINGL(value.text, strnlen(value.text, size));
    } else if (is_linger(option)) {
        return_pair(kLingerKeys, value.pair.l_onoff, value.pair.l_linger, return_value);
    } else {
        RETVAL_LONG(value.number);
    }
    return Error::ok;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, getOption) {
    zend_long level;
    zend_long name;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(level)
    Z_PARAM_LONG(name)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    const SocketOption option{static_cast<int>(level), static_cast<int>(name)};
    if (const int64_t* timeout_ms = timeout_in(*self, option)) {
        const int64_t ms = *timeout_ms > 0 ? *timeout_ms : 0;
        return return_pair(kTimeoutKeys, ms / 1000, ms % 1000 * 1000, return_value);
    }
    const Error error = return_option(*self, option, return_value);
    if (error != Error::ok) return failure(&self->std, error, return_value);
    succeed(*self);
}

ZEND_METHOD(Swoole_Coroutine_Socket, setOption) {
    zend_long level;
    zend_long name;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(level)
    Z_PARAM_LONG(name)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    const Error error = set_option(*self, {static_cast<int>(level), static_cast<int>(name)}, value);
    if (EG(exception) != nullptr) RETURN_THROWS();
    answer(*self, error, return_value);
}
