#include "protocol/http/field.h"

#include <algorithm>
#include <iterator>

namespace tern::http {

namespace {

constexpr Bytes kOfConnections[] = {
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
};

constexpr Bytes kOfHeads[] = {
    "age",
    "allow",
    "authorization",
    "cache-control",
    "content-encoding",
    "content-location",
    "content-range",
    "content-type",
    "cookie",
    "date",
    "expect",
    "expires",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "location",
    "max-forwards",
    "pragma",
    "proxy-authenticate",
    "proxy-authorization",
    "range",
    "retry-after",
    "set-cookie",
    "vary",
    "warning",
    "www-authenticate",
};

template <size_t N>
bool is_one_of(const Bytes (&names)[N], Bytes name) noexcept {
    return std::any_of(std::begin(names), std::end(names), [&](Bytes one) { return equals_lower(name, one); });
}

}  // namespace

bool is_connection_field(Bytes name) noexcept { return is_one_of(kOfConnections, name); }

bool may_be_trailer(Bytes name) noexcept { return !is_one_of(kOfConnections, name) && !is_one_of(kOfHeads, name); }

}  // namespace tern::http
