#include "http/cookie.h"

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

}  // namespace tern::http
