// What proxies in front of the server report about the client: RFC 7239, or the older X-Forwarded-* fields. Only the
// configured field is read: a proxy passes on fields that it does not know, so a client could forge the other one.
#pragma once

#include "base/networks.h"
#include "serve/exchange.h"

namespace tern::serve {

enum class ForwardedField : uint8_t { x_forwarded, forwarded };

struct Proxies {
    Networks trusted;  // empty: no proxy is trusted
    ForwardedField field = ForwardedField::x_forwarded;
};

// Views point into the head. Unreported facts are empty.
struct ForwardedFacts {
    Ip ip;              // family 0: unknown, and the peer's address is used
    uint16_t port = 0;  // 0: unknown
    bool secure = false;
    bool scheme_known = false;
    Bytes host;
};

// For a trusted peer. Reads the chain of proxies from the nearest one on. The first untrusted address is the client's.
// Entries beyond it come from the client itself and are ignored.
ForwardedFacts forwarded_facts(const http::RequestHead& head, const Proxies& proxies) noexcept;

// Puts the facts into the exchange, if its peer is trusted.
void apply_proxies(Exchange& exchange, const Proxies& proxies) noexcept;

}  // namespace tern::serve
