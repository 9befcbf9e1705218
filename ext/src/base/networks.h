// Lists of networks: who is trusted.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace tern {

// An IP address in network order: 4 bytes of it are used for AF_INET, all for AF_INET6, none for AF_UNIX.
struct Ip {
    std::array<uint8_t, 16> bytes{};
    uint16_t family = 0;  // AF_*; 0: none
};

// IPv4 within IPv6 (::ffff:a.b.c.d) as what it is.
Ip plain(const Ip& ip) noexcept;
// "127.0.0.1" or "::1", without brackets, as plain() has it. Family 0 when it is neither.
Ip parse_ip(Bytes text) noexcept;

// All of it, an unsigned decimal. False: it is none, or too large.
template <class Number>
bool parse_number(Bytes text, Number& number) noexcept {
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && at == end && !text.empty();
}

class Networks {
public:
    // "10.0.0.0/8", "fd00::/8", an address, or "unix" for everyone who comes by a unix socket. False: none of these.
    bool add(Bytes text);
    bool empty() const noexcept { return networks_.empty(); }
    bool contains(const Ip& ip) const noexcept;

private:
    struct Network {
        Ip ip;
        uint8_t bits;
    };
    std::vector<Network> networks_;
};

}  // namespace tern
