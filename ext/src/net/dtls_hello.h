// The cookie exchange at the beginning of a DTLS handshake, while the server keeps nothing about the client.
#pragma once

#include <openssl/types.h>

#include "base/buffer.h"
#include "net/dtls_cookies.h"

namespace tern::net {

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
