#include "net/dtls_cookies.h"

#include <algorithm>
#include <cstring>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>

#include "base/clock.h"

namespace tern::net {

namespace {
constexpr char kPurpose[] = "tern dtls cookie";  // the secret has other purposes, too
}

DtlsCookies::~DtlsCookies() { OPENSSL_cleanse(secret_.data(), secret_.size()); }

bool DtlsCookies::make_of_period(const Address& peer, int64_t period, Cookie& into) const noexcept {
    unsigned char text[sizeof kPurpose + sizeof period + sizeof peer.storage];
    size_t size = 0;
    const auto add = [&](const void* bytes, size_t count) {
        std::memcpy(text + size, bytes, count);
        size += count;
    };
    add(kPurpose, sizeof kPurpose);
    add(&period, sizeof period);
    add(&peer.storage, std::min<size_t>(peer.size, sizeof peer.storage));
    unsigned made = 0;
    return HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()), text, size, into.data(), &made) !=
               nullptr &&
           made == into.size();
}

bool DtlsCookies::make(const Address& peer, int64_t now_s, Cookie& into) const noexcept {
    return make_of_period(peer, now_s / kPeriodS, into);
}

bool DtlsCookies::check(const Address& peer, int64_t now_s, Bytes cookie) const noexcept {
    if (cookie.size() != kSize) return false;
    bool valid = false;
    for (const int64_t age : {0, 1}) {
        Cookie expected;
        if (!make_of_period(peer, now_s / kPeriodS - age, expected)) return false;
        valid |= CRYPTO_memcmp(expected.data(), cookie.data(), kSize) == 0;
    }
    return valid;
}

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
