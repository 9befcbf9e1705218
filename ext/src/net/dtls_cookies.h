// Cookies prove that a client receives at the address that it sends from (RFC 6347 4.2.1), so that a server keeps and
// sends nothing for forged addresses. All processes with the same secret accept each other's cookies without
// communicating. A cookie is valid for one to two periods.
#pragma once

#include <array>
#include <cstdint>
#include <openssl/types.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "net/address.h"
#include "net/tls_tickets.h"

namespace tern::net {

class DtlsCookies {
public:
    static constexpr size_t kSize = 32;
    static constexpr int64_t kPeriodS = 60;
    using Cookie = std::array<unsigned char, kSize>;

    explicit DtlsCookies(const TicketSecret& secret) noexcept : secret_(secret) {}
    DtlsCookies(const DtlsCookies&) = delete;
    DtlsCookies& operator=(const DtlsCookies&) = delete;
    ~DtlsCookies();

    // `now_s`: seconds since 1970. False: OpenSSL failed.
    bool make(const Address& peer, int64_t now_s, Cookie& into) const noexcept;
    // Takes the same time for every wrong cookie of the right size.
    bool check(const Address& peer, int64_t now_s, Bytes cookie) const noexcept;

private:
    bool make_of_period(const Address& peer, int64_t period, Cookie& into) const noexcept;

    TicketSecret secret_;
};

// The cookie exchange at the beginning of a DTLS handshake, while the server keeps nothing about the client.

// One datagram of a client whose address is not proven yet, during TlsSession::take_hello().
struct DtlsHello {
    const DtlsCookies& cookies;
    const Address& peer;
    Bytes datagram;
    Buffer& answer;
    bool is_read = false;
};

// The datagram begins with a ClientHello, so it is worth OpenSSL's time.
bool looks_like_client_hello(Bytes datagram) noexcept;

// Lets sessions of the context make and check cookies. Their app data is the DtlsHello then.
void exchange_cookies(SSL_CTX* context) noexcept;

}  // namespace tern::net
