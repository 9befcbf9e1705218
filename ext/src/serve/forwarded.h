// What proxies in front of the server say about the client: RFC 7239, or the older X-Forwarded-* fields. Only the
// field that was chosen is looked at: a proxy passes on what it does not know, so a client could write the other one.
#pragma once

#include "base/networks.h"
#include "serve/exchange.h"

namespace tern::serve {

enum class ForwardedField : uint8_t { x_forwarded, forwarded };

struct Proxies {
    Networks trusted;  // empty: nobody's word is taken
    ForwardedField field = ForwardedField::x_forwarded;
};

// Views point into the head. What nobody said is empty.
struct ForwardedFacts {
    Ip ip;              // family 0: unknown, the peer's counts
    uint16_t port = 0;  // 0: unknown
    bool secure = false;
    bool scheme_known = false;
    Bytes host;
};

// The peer is trusted. Reads the chain of proxies from the nearest one on: the first address that is not trusted is the
// client's, and what the proxies beyond it say is the client's own word.
ForwardedFacts forwarded_facts(const http::RequestHead& head, const Proxies& proxies) noexcept;

// Puts them into the exchange, if its peer is trusted.
void apply_proxies(Exchange& exchange, const Proxies& proxies) noexcept;

}  // namespace tern::serve
