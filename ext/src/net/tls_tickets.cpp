#include "net/tls_tickets.h"

#include <cstring>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

namespace tern::net {

namespace {

constexpr size_t kIvSize = 16;

// HKDF-SHA256 (RFC 5869).
bool expand(const TicketSecret& secret, const unsigned char* info, size_t info_size, unsigned char* out, size_t size) {
    EVP_KDF* kdf = EVP_KDF_fetch(nullptr, "HKDF", nullptr);
    EVP_KDF_CTX* context = kdf == nullptr ? nullptr : EVP_KDF_CTX_new(kdf);
    EVP_KDF_free(kdf);
    if (context == nullptr) return false;
    char digest[] = "SHA256";
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, const_cast<unsigned char*>(secret.data()), secret.size()),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, const_cast<unsigned char*>(info), info_size),
        OSSL_PARAM_construct_end(),
    };
    const bool done = EVP_KDF_derive(context, out, size, params) > 0;
    EVP_KDF_CTX_free(context);
    return done;
}

bool set_mac_key(EVP_MAC_CTX* mac, const std::array<unsigned char, 32>& key) noexcept {
    char digest[] = "SHA256";
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, const_cast<unsigned char*>(key.data()), key.size()),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(mac, params) > 0;
}

}  // namespace

bool make_ticket_secret(TicketSecret& secret) noexcept {
    return RAND_priv_bytes(secret.data(), static_cast<int>(secret.size())) > 0;
}

TicketKeys::TicketKeys(const TicketSecret& secret, int64_t period_s, Now now) noexcept
    : secret_(secret), cipher_(EVP_CIPHER_fetch(nullptr, "AES-256-CBC", nullptr)), period_s_(period_s), now_(now) {}

TicketKeys::~TicketKeys() {
    EVP_CIPHER_free(cipher_);
    OPENSSL_cleanse(secret_.data(), secret_.size());
    OPENSSL_cleanse(kept_, sizeof kept_);
}

bool TicketKeys::derive(int64_t period, Keys& into) const noexcept {
    unsigned char info[24] = "tern ticket keys";
    for (int i = 0; i < 8; ++i) info[16 + i] = static_cast<unsigned char>(period >> (8 * i));
    unsigned char bytes[sizeof into.name + sizeof into.cipher + sizeof into.mac];
    if (!expand(secret_, info, sizeof info, bytes, sizeof bytes)) return false;
    std::memcpy(into.name.data(), bytes, into.name.size());
    std::memcpy(into.cipher.data(), bytes + into.name.size(), into.cipher.size());
    std::memcpy(into.mac.data(), bytes + into.name.size() + into.cipher.size(), into.mac.size());
    OPENSSL_cleanse(bytes, sizeof bytes);
    into.period = period;
    return true;
}

const TicketKeys::Keys* TicketKeys::keys_of(int64_t period) noexcept {
    Keys& keys = kept_[period & 1];
    if (keys.period != period && !derive(period, keys)) return nullptr;
    return &keys;
}

int TicketKeys::seal(unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac) noexcept {
    const Keys* keys = keys_of(now_() / period_s_);
    if (keys == nullptr || cipher_ == nullptr || RAND_bytes(iv, kIvSize) <= 0) return -1;
    std::memcpy(name, keys->name.data(), keys->name.size());
    if (EVP_EncryptInit_ex2(cipher, cipher_, keys->cipher.data(), iv, nullptr) <= 0) return -1;
    return set_mac_key(mac, keys->mac) ? 1 : -1;
}

int TicketKeys::open(const unsigned char* name, const unsigned char* iv, EVP_CIPHER_CTX* cipher,
                     EVP_MAC_CTX* mac) noexcept {
    const int64_t period = now_() / period_s_;
    for (const int64_t age : {0, 1}) {
        const Keys* keys = keys_of(period - age);
        if (keys == nullptr || cipher_ == nullptr) return -1;
        if (CRYPTO_memcmp(name, keys->name.data(), keys->name.size()) != 0) continue;
        if (!set_mac_key(mac, keys->mac)) return -1;
        if (EVP_DecryptInit_ex2(cipher, cipher_, keys->cipher.data(), iv, nullptr) <= 0) return -1;
        return age == 0 ? 1 : 2;
    }
    return 0;
}

}  // namespace tern::net
