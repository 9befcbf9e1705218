// Lists of networks, such as trusted ones.
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

// Converts IPv4 within IPv6 (::ffff:a.b.c.d) to IPv4.
Ip plain(const Ip& ip) noexcept;
// Parses "127.0.0.1" or "::1", without brackets, with the result of plain(). Family 0: it is neither.
Ip parse_ip(Bytes text) noexcept;

// Parses the whole text as an unsigned decimal. False: it is not one, or is too large.
template <class Number>
bool parse_number(Bytes text, Number& number) noexcept {
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && at == end && !text.empty();
}

class Networks {
public:
    // Adds "10.0.0.0/8", "fd00::/8", an address, or "unix" for all unix sockets. False: it is none of these.
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
