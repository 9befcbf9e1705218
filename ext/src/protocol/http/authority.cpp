#include "protocol/http/authority.h"

#include "protocol/http/char_class.h"

namespace tern::http {

namespace {

// The length of the registered name at the start; npos when a percent sign does not begin an encoded byte.
size_t scan_reg_name(Bytes text) noexcept {
    size_t at = 0;
    while (at < text.size()) {
        if (is_in(text[at], kRegNameChar)) {
            ++at;
        } else if (text[at] == '%') {
            if (text.size() - at < 3 || !all_in(text.substr(at + 1, 2), kHexChar)) return Bytes::npos;
            at += 3;
        } else {
            break;
        }
    }
    return at;
}

// The length of "[...]" at the start; npos when it is not closed or has characters of no address.
size_t scan_ip_literal(Bytes text) noexcept {
    const size_t close = text.find(']');
    if (close == Bytes::npos || close < 3) return Bytes::npos;
    for (char c : text.substr(1, close - 1)) {
        if (!is_in(c, kRegNameChar) && c != ':') return Bytes::npos;
    }
    return close + 1;
}

bool valid_port(Bytes port) noexcept {
    unsigned number = 0;
    for (char c : port) {
        if (!ascii_digit(c)) return false;
        number = number * 10 + static_cast<unsigned>(c - '0');
        if (number > 65535) return false;
    }
    return true;
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
