#include "protocol/http/cookie.h"

#include <algorithm>

#include "protocol/http/char_class.h"

namespace tern::http {

namespace {

constexpr Bytes kSpaces = " \t\r\n\v\f";

Bytes take_pair(Bytes& rest) noexcept {
    const size_t end = rest.find(';');
    const Bytes pair = rest.substr(0, end);
    rest.remove_prefix(end == Bytes::npos ? rest.size() : end + 1);
    const size_t start = pair.find_first_not_of(kSpaces);
    return start == Bytes::npos ? Bytes() : pair.substr(start);
}

}  // namespace

bool CookieReader::next(CookiePair& pair) noexcept {
    while (!rest_.empty()) {
        const Bytes text = take_pair(rest_);
        if (text.empty() || text.front() == '=') continue;
        const size_t equals = text.find('=');
        pair.name = text.substr(0, equals);
        pair.value = equals == Bytes::npos ? text.substr(text.size()) : text.substr(equals + 1);
        return true;
    }
    return false;
}

bool valid_cookie_name(Bytes name) noexcept {
    const auto fits = [](char c) { return is_in(c, kTokenChar) || c == '[' || c == ']'; };
    return !name.empty() && std::all_of(name.begin(), name.end(), fits);
}

bool valid_cookie_value(Bytes value) noexcept {
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    const auto fits = [](char c) { return is_in(c, kPlainChar) && c != ' ' && c != ',' && c != ';'; };
    return std::all_of(value.begin(), value.end(), fits);
}

bool valid_cookie_path(Bytes path) noexcept {
    return std::all_of(path.begin(), path.end(), [](char c) { return c >= ' ' && c <= '~' && c != ';'; });
}

bool valid_cookie_domain(Bytes domain) noexcept {
    const auto fits = [](char c) {
        const char lower = ascii_lower(c);
        return (lower >= 'a' && lower <= 'z') || ascii_digit(c) || c == '.' || c == '-';
    };
    return std::all_of(domain.begin(), domain.end(), fits);
}

}  // namespace tern::http
