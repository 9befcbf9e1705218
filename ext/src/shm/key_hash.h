// The hash of short keys, with a random seed: an attacker who chooses keys cannot predict collisions.
#pragma once

#include <cstdint>
#include <cstring>
#include <sys/random.h>

#include "base/bytes.h"

namespace tern::shm {

class KeyHash {
public:
    // False: the kernel has no random bytes.
    bool seed() noexcept {
        if (getrandom(secret_, sizeof secret_, 0) != sizeof secret_) return false;
        for (uint64_t& secret : secret_) secret |= 1;
        return true;
    }

    uint64_t operator()(Bytes key) const noexcept {
        const char* at = key.data();
        size_t left = key.size();
        uint64_t hash = secret_[0] ^ left;
        for (; left > 16; at += 16, left -= 16) hash = fold(word(at) ^ secret_[1], word(at + 8) ^ hash);
        uint64_t low = 0;
        uint64_t high = 0;
        if (left >= 8) {
            low = word(at);
            high = word(at + left - 8);
        } else if (left >= 4) {
            low = half(at);
            high = half(at + left - 4);
        } else if (left > 0) {
            low = byte(at[0]) << 16 | byte(at[left / 2]) << 8 | byte(at[left - 1]);
        }
        return fold(secret_[3] ^ hash, fold(low ^ secret_[2], high ^ hash));
    }

private:
    __extension__ using Product = unsigned __int128;

    static uint64_t fold(uint64_t a, uint64_t b) noexcept {
        const Product product = static_cast<Product>(a) * b;
        return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
    }
    static uint64_t byte(char one) noexcept { return static_cast<unsigned char>(one); }
    static uint64_t word(const char* at) noexcept {
        uint64_t bytes;
        std::memcpy(&bytes, at, sizeof bytes);
        return bytes;
    }
    static uint64_t half(const char* at) noexcept {
        uint32_t bytes;
        std::memcpy(&bytes, at, sizeof bytes);
        return bytes;
    }

    uint64_t secret_[4] = {};
};

}  // namespace tern::shm
