// The options of the admin address and of traces.
#pragma once

#include "php/http/options/admin_address.h"
#include "php/http/options/option_rows.h"
#include "protocol/http/field.h"

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
    {"admin", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, admin), 0, kPathLength,
     "The address of the admin page, with metrics, health and what coroutines wait for: \"host:port\", which needs "
     "admin_token, or \"unix:/path\", which the user that started the server may connect to. Empty: none.",
     check_admin},
    {"admin_token", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, admin_token), 0, 255,
     "The secret for clients of the admin address, at least 16 bytes. They send it as `Authorization: Bearer`.",
     check_admin_token},
    {"admin_hosts", "", OptionKind::texts, kServer, TERN_MEMBER(ServerConfig, admin_hosts), 0, kMostHostBytes,
     "Host names of the admin address, without a port, besides localhost and numeric addresses. A request with another "
     "`Host` gets 421.",
     check_admin_host},
};
// clang-format on

inline const char* check_collector(Bytes, Bytes value) {
    const bool web = value.starts_with("http://") || value.starts_with("https://");
    const Bytes host = web ? value.substr(value.find("//") + 2) : Bytes();
    const bool good = value.empty() || (!host.empty() && host[0] != '/' && host[0] != ':' &&
                                        value.find_first_of(" \t\r\n?#@") == Bytes::npos);
    return good ? nullptr : "be the address of a collector, as http://127.0.0.1:4318, without user, query or fragment";
}

inline const char* check_tracing_header(Bytes key, Bytes value) {
    const bool good = http::valid_field_name(key) && http::valid_field_value(value);
    return good ? nullptr : "be the name of a field, with a value without line ends";
}

// clang-format off
constexpr Option kTracingRows[] = {
    {"tracing", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, tracing), 0, 1024,
     "The address of an OpenTelemetry collector that gets the spans of requests by OTLP/HTTP, like "
     "http://127.0.0.1:4318. Empty: off. See tracing.md.", check_collector},
    {"tracing_sample_ratio", "", OptionKind::ratio, kServer, TERN_MEMBER(ServerConfig, tracing_sample_ratio), 0, 1000000,
     "The share of the traces that begin here which is recorded. A trace that a client began is recorded if the client "
     "asks for it."},
    {"tracing_service_name", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, tracing_service_name), 1, 255,
     "The name of this server in traces: service.name."},
    {"tracing_headers", "", OptionKind::map, kServer, TERN_MEMBER(ServerConfig, tracing_headers), 0, 4096,
     "More fields of the requests to the collector, by name, for example for authentication.", check_tracing_header},
    {"tracing_raw_queries", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, tracing_raw_queries), 0, 1,
     "Spans of queries have the statements with their values, which may be secrets. Needs db_queries. See queries.md."},
};
// clang-format on

}  // namespace tern::php::option_rows
