// The options of the admin address.
#pragma once

#include "php/http/options/admin_address.h"
#include "php/http/options/option_rows.h"

namespace tern::php::option_rows {

inline const char* check_admin(Bytes, Bytes value) {
    if (value.empty() || admin_address(value).ok()) return nullptr;
    return "be \"unix:/path\", or a numeric address or \"localhost\" with a port as in \"127.0.0.1:9600\"";
}

inline const char* check_admin_token(Bytes, Bytes value) {
    if (value.empty()) return nullptr;
    if (value.size() < kLeastAdminToken) return "have at least 16 bytes";
    return value.find_first_not_of(kAdminTokenBytes) == Bytes::npos ? nullptr : "have letters, digits and -._~+/= only";
}

// RFC 1035, 2.3.4
constexpr int64_t kMostHostBytes = 253;

inline const char* check_admin_host(Bytes, Bytes value) {
    constexpr Bytes kNameBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    const bool is_name = !value.empty() && value.find_first_not_of(kNameBytes) == Bytes::npos;
    return is_name ? nullptr : "be a host name without a port, as \"app.example.org\"";
}

// clang-format off
constexpr Option kAdminRows[] = {
    {"admin", "", OptionKind::text, kServer, offsetof(ServerConfig, admin), 0, kPathLength,
     "The address of the admin page, with metrics, health and what coroutines wait for: \"host:port\", which needs "
     "admin_token, or \"unix:/path\", which the user that started the server may connect to. Empty: none.",
     check_admin},
    {"admin_token", "", OptionKind::text, kServer, offsetof(ServerConfig, admin_token), 0, 255,
     "The secret for clients of the admin address, at least 16 bytes. They send it as `Authorization: Bearer`.",
     check_admin_token},
    {"admin_hosts", "", OptionKind::texts, kServer, offsetof(ServerConfig, admin_hosts), 0, kMostHostBytes,
     "Host names of the admin address, without a port, besides localhost and numeric addresses. A request with another "
     "`Host` gets 421.",
     check_admin_host},
};
// clang-format on

}  // namespace tern::php::option_rows
