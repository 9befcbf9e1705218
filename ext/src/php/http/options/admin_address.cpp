#include "php/http/options/admin_address.h"

#include <charconv>

namespace tern::php {

namespace {

constexpr Bytes kUnix = "unix:";

Result<uint16_t> port_number(Bytes text) noexcept {
    uint16_t port = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (failure != std::errc() || end != text.data() + text.size()) return Error::invalid_params;
    return port;
}

}  // namespace

Result<net::Address> admin_address(Bytes text) noexcept {
    if (text.starts_with(kUnix)) {
        text.remove_prefix(kUnix.size());
        if (!text.starts_with('/')) return Error::invalid_params;
        return net::Address::unix_path(std::string(text));
    }
    const size_t colon = text.rfind(':');
    if (colon == Bytes::npos) return Error::invalid_params;
    const Result<uint16_t> port = port_number(text.substr(colon + 1));
    if (!port.ok()) return port.error();
    Bytes host = text.substr(0, colon);
    const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
    if (is_bracketed) host = host.substr(1, host.size() - 2);
    return net::Address::ip(is_bracketed ? AF_INET6 : AF_INET, std::string(host), port.value());
}

}  // namespace tern::php
