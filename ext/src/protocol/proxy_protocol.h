// The PROXY protocol, versions 1 and 2 (haproxy.org, doc/proxy-protocol.txt): the header by which a load balancer
// begins a forwarded connection. A pure parser.
#pragma once

#include <cstddef>

#include "base/networks.h"

namespace tern::protocol {

struct ProxyHeader {
    enum class State : uint8_t { need_more, done, failed };
    State state = State::need_more;
    size_t size = 0;  // done: the number of used bytes
    Ip source;        // family 0: the balancer's own connection, or unknown
    uint16_t source_port = 0;
    uint16_t target_port = 0;
    bool secure = false;  // version 2: the client used TLS
};

// The limit for a header, including the extensions of version 2.
inline constexpr size_t kMaxProxyHeader = 4096;

ProxyHeader parse_proxy_header(Bytes in) noexcept;

}  // namespace tern::protocol
