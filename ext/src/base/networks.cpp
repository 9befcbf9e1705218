#include "base/networks.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstring>
#include <sys/socket.h>

namespace tern {

namespace {

constexpr std::array<uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

uint8_t width(uint16_t family) noexcept { return family == AF_INET ? 32 : family == AF_INET6 ? 128 : 0; }

bool same_bits(const Ip& one, const Ip& other, uint8_t bits) noexcept {
    const size_t whole = bits / 8;
    if (std::memcmp(one.bytes.data(), other.bytes.data(), whole) != 0) return false;
    const auto rest = static_cast<uint8_t>(0xff00 >> (bits % 8));
    return bits % 8 == 0 || (one.bytes[whole] & rest) == (other.bytes[whole] & rest);
}

}  // namespace

Ip plain(const Ip& ip) noexcept {
    if (ip.family != AF_INET6 || !std::equal(kMapped.begin(), kMapped.end(), ip.bytes.begin())) return ip;
    Ip within;
    std::copy_n(ip.bytes.begin() + kMapped.size(), 4, within.bytes.begin());
    within.family = AF_INET;
    return within;
}

Ip parse_ip(Bytes text) noexcept {
    char copy[INET6_ADDRSTRLEN];
    Ip ip;
    if (text.empty() || text.size() >= sizeof copy || text.find('\0') != Bytes::npos) return ip;
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    if (inet_pton(AF_INET, copy, ip.bytes.data()) == 1) {
        ip.family = AF_INET;
    } else if (inet_pton(AF_INET6, copy, ip.bytes.data()) == 1) {
        ip.family = AF_INET6;
        return plain(ip);
    }
    return ip;
}

bool Networks::add(Bytes text) {
    if (text == "unix") {
        networks_.push_back({{.family = AF_UNIX}, 0});
        return true;
    }
    const size_t slash = text.find('/');
    const Ip ip = parse_ip(text.substr(0, slash));
    unsigned bits = width(ip.family);
    if (ip.family == 0) return false;
    if (slash != Bytes::npos && !parse_number(text.substr(slash + 1), bits)) return false;
    if (bits > width(ip.family)) return false;
    networks_.push_back({ip, static_cast<uint8_t>(bits)});
    return true;
}

bool Networks::contains(const Ip& ip) const noexcept {
    return std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
        return network.ip.family == ip.family && same_bits(network.ip, ip, network.bits);
    });
}

}  // namespace tern
