#include "http/authority.h"

#include "http/char_class.h"

namespace tern::http {

namespace {

// The length of the registered name at the start; npos when a percent sign does not begin an encoded byte.
size_t scan_reg_name(Bytes text) noexcept {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (;; at += 3) {
        while (at != end && is_in(*at, kRegNameChar)) ++at;
        if (at == end || *at != '%') return static_cast<size_t>(at - text.data());
        if (end - at < 3 || !all_in({at + 1, 2}, kHexChar)) return Bytes::npos;
    }
}

// The length of "[...]" at the start; npos when it is not closed or holds what no address does.
size_t scan_ip_literal(Bytes text) noexcept {
    const size_t close = text.find(']');
    if (close == Bytes::npos || close < 3) return Bytes::npos;
    for (char c : text.substr(1, close - 1)) {
        if (!is_in(c, kRegNameChar) && c != ':') return Bytes::npos;
    }
    return close + 1;
}

bool valid_port(Bytes port) noexcept {
    while (!port.empty() && port.front() == '0') port.remove_prefix(1);
    if (port.size() > 5) return false;
    unsigned number = 0;
    for (char c : port) {
        const unsigned digit = static_cast<unsigned char>(c) - unsigned{'0'};
        if (digit > 9) return false;
        number = number * 10 + digit;
    }
    return number <= 65535;
}

}  // namespace

bool valid_authority(Bytes authority) noexcept {
    if (authority.empty()) return false;
    const size_t host = authority.front() == '[' ? scan_ip_literal(authority) : scan_reg_name(authority);
    if (host == Bytes::npos || host == 0) return false;
    if (host == authority.size()) return true;
    return authority[host] == ':' && valid_port(authority.substr(host + 1));
}

}  // namespace tern::http
