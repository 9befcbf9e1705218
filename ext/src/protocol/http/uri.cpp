#include "protocol/http/uri.h"

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

namespace {

constexpr Bytes kWellKnown = "/.well-known/";

constexpr bool harmless(char c) noexcept { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && c != '\\'; }

// True: nothing needs decoding or resolving, as in almost every request.
bool is_plain(Bytes path) noexcept {
    if (path.empty() || path[0] != '/') return false;
    char before = 0;
    for (char c : path) {
        if (!harmless(c) || c == '%' || (before == '/' && (c == '/' || c == '.'))) return false;
        before = c;
    }
    return true;
}

bool decode(Bytes encoded, std::string& into) {
    for (size_t i = 0; i < encoded.size(); ++i) {
        char c = encoded[i];
        if (c == '%') {
            if (encoded.size() - i < 3) return false;
            const int high = hex_value(encoded[i + 1]);
            const int low = hex_value(encoded[i + 2]);
            if (high < 0 || low < 0) return false;
            c = static_cast<char>(high * 16 + low);
            if (c == '/') return false;
            i += 2;
        }
        if (!harmless(c)) return false;
        into.push_back(c);
    }
    return true;
}

// Removes the last segment. False: there is none.
bool go_up(std::string& path) {
    if (path.size() <= 1) return false;
    path.pop_back();
    path.resize(path.rfind('/') + 1);
    return true;
}

}  // namespace

bool resolve_segments(Bytes plain, std::string& into) {
    if (plain.empty() || plain[0] != '/') return false;
    into.assign(1, '/');
    while (!plain.empty()) {
        plain.remove_prefix(1);
        const size_t end = plain.find('/');
        const Bytes segment = plain.substr(0, end);
        plain.remove_prefix(segment.size());
        if (segment == "..") {
            if (!go_up(into)) return false;
        } else if (!segment.empty() && segment != ".") {
            into.append(segment);
            if (end != Bytes::npos) into.push_back('/');
        }
    }
    return true;
}

std::string decode_percent(Bytes encoded) {
    std::string plain;
    plain.reserve(encoded.size());
    for (size_t i = 0; i < encoded.size(); ++i) {
        const bool fits = encoded[i] == '%' && encoded.size() - i >= 3;
        const int high = fits ? hex_value(encoded[i + 1]) : -1;
        const int low = fits ? hex_value(encoded[i + 2]) : -1;
        const bool is_encoded = high >= 0 && low >= 0;
        plain.push_back(is_encoded ? static_cast<char>(high * 16 + low) : encoded[i]);
        if (is_encoded) i += 2;
    }
    return plain;
}

bool normalize_path(Bytes encoded, std::string& into) {
    if (is_plain(encoded)) {
        into.assign(encoded);
        return true;
    }
    std::string decoded;
    decoded.reserve(encoded.size());
    return decode(encoded, decoded) && resolve_segments(decoded, into);
}

void append_percent(std::string& into, char c) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    into.push_back('%');
    into.push_back(kDigits[byte >> 4]);
    into.push_back(kDigits[byte & 15]);
}

void append_encoded_path(std::string& into, Bytes plain) {
    for (char c : plain) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '/' || (byte < 0x80 && is_in(c, kRegNameChar) && c != '&' && c != '\'')) {
            into.push_back(c);
        } else {
            append_percent(into, c);
        }
    }
}

bool has_hidden_segment(Bytes path) noexcept {
    if (path.starts_with(kWellKnown)) path.remove_prefix(kWellKnown.size() - 1);
    return path.find("/.") != Bytes::npos;
}

}  // namespace tern::http
