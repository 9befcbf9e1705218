#include "protocol/http/path.h"

#include "protocol/http/char_class.h"

namespace tern::http {

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

bool normalize_path(Bytes encoded, std::string& into) {
    if (is_plain(encoded)) {
        into.assign(encoded);
        return true;
    }
    std::string decoded;
    decoded.reserve(encoded.size());
    return decode(encoded, decoded) && resolve_segments(decoded, into);
}

void append_encoded_path(std::string& into, Bytes plain) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    for (char c : plain) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '/' || (byte < 0x80 && is_in(c, kRegNameChar) && c != '&' && c != '\'')) {
            into.push_back(c);
        } else {
            into.push_back('%');
            into.push_back(kDigits[byte >> 4]);
            into.push_back(kDigits[byte & 15]);
        }
    }
}

bool has_hidden_segment(Bytes path) noexcept {
    if (path.starts_with(kWellKnown)) path.remove_prefix(kWellKnown.size() - 1);
    return path.find("/.") != Bytes::npos;
}

}  // namespace tern::http
