// Options of sockets whose values are no plain numbers: TCP_INFO, IP_MULTICAST_IF and IPV6_PKTINFO, as ext/sockets has
// them.
#pragma once

#include "base/error.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct SocketOption {
    int level;
    int name;
};

bool is_ip_option(SocketOption option) noexcept;
// May leave an exception pending.
Error set_ip_option(int fd, SocketOption option, zval* given);
Error get_ip_option(int fd, SocketOption option, zval* return_value);

}  // namespace tern::php
