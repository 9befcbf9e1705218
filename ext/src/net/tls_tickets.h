// Keys of session tickets (RFC 5077, RFC 8446 4.6.1). All processes with the same secret have the same keys at the same
// time without communicating: each period has keys of its own, derived from the secret. A ticket of the last period is
// accepted and replaced; an older one is not accepted.
#pragma once

#include <array>
#include <cstdint>
#include <openssl/types.h>

namespace tern::net {

using TicketSecret = std::array<unsigned char, 32>;

// Takes it from the system. False: the system gave none.
bool make_ticket_secret(TicketSecret& secret) noexcept;

class TicketKeys {
public:
    // Seconds since 1970.
    using Now = int64_t (*)();

    TicketKeys(const TicketSecret& secret, int64_t period_s, Now now) noexcept;
    TicketKeys(const TicketKeys&) = delete;
    TicketKeys& operator=(const TicketKeys&) = delete;
    ~TicketKeys();

    // These implement OpenSSL's callback (SSL_CTX_set_tlsext_ticket_key_evp_cb(3)).
    int seal(unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac) noexcept;
    int open(const unsigned char* name, const unsigned char* iv, EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac) noexcept;

private:
    struct Keys {
        int64_t period = -1;
        std::array<unsigned char, 16> name;
        std::array<unsigned char, 32> cipher;
        std::array<unsigned char, 32> mac;
    };
    // Null: OpenSSL failed.
    const Keys* keys_of(int64_t period) noexcept;
    bool derive(int64_t period, Keys& into) const noexcept;

    TicketSecret secret_;
    EVP_CIPHER* cipher_;  // looked up once; null: OpenSSL has none
    int64_t period_s_;
    Now now_;
    Keys kept_[2];  // by period modulo two: the current one and the last one
};

}  // namespace tern::net
