#include "net/dtls_hello.h"

#include <algorithm>
#include <openssl/ssl.h>

#include "base/clock.h"

namespace tern::net {

namespace {

const DtlsHello* hello_of(SSL* session) noexcept { return static_cast<const DtlsHello*>(SSL_get_app_data(session)); }

int make_cookie(SSL* session, unsigned char* into, unsigned* size) noexcept {
    const DtlsHello* hello = hello_of(session);
    DtlsCookies::Cookie cookie;
    if (hello == nullptr || !hello->cookies.make(hello->peer, wall_clock_s(), cookie)) return 0;
    std::copy(cookie.begin(), cookie.end(), into);
    *size = DtlsCookies::kSize;
    return 1;
}

int check_cookie(SSL* session, const unsigned char* cookie, unsigned size) noexcept {
    const DtlsHello* hello = hello_of(session);
    const Bytes given(reinterpret_cast<const char*>(cookie), size);
    return hello != nullptr && hello->cookies.check(hello->peer, wall_clock_s(), given) ? 1 : 0;
}

}  // namespace

// The head of a record (RFC 6347 4.1) of epoch 0, then the type of the handshake message.
bool looks_like_client_hello(Bytes datagram) noexcept {
    constexpr size_t kRecordHead = 13;
    constexpr size_t kHandshakeHead = 12;
    constexpr char kHandshake = 22;
    constexpr char kClientHello = 1;
    constexpr char kVersion = static_cast<char>(0xfe);
    if (datagram.size() < kRecordHead + kHandshakeHead) return false;
    if (datagram[0] != kHandshake || datagram[1] != kVersion) return false;
    return datagram[3] == 0 && datagram[4] == 0 && datagram[kRecordHead] == kClientHello;
}

void exchange_cookies(SSL_CTX* context) noexcept {
    SSL_CTX_set_cookie_generate_cb(context, make_cookie);
    SSL_CTX_set_cookie_verify_cb(context, check_cookie);
}

}  // namespace tern::net
