// The PROXY protocol, versions 1 and 2 (haproxy.org, doc/proxy-protocol.txt): what a load balancer that passes bytes on
// says first on a connection. A machine over bytes.
#pragma once

#include <cstddef>

#include "base/networks.h"

namespace tern::protocol {

struct ProxyHeader {
    enum class State : uint8_t { need_more, done, failed };
    State state = State::need_more;
    size_t size = 0;  // done: how many bytes it took
    Ip source;        // family 0: the balancer speaks for itself, or does not know
    uint16_t source_port = 0;
    uint16_t target_port = 0;
    bool secure = false;  // version 2: the client came by TLS
};

// No header is longer: what version 2 may add is bounded here.
inline constexpr size_t kMaxProxyHeader = 4096;

ProxyHeader parse_proxy_header(Bytes in) noexcept;

}  // namespace tern::protocol
