#include "net/dtls_cookies.h"

#include <algorithm>
#include <cstring>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

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

}  // namespace tern::net
