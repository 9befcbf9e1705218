// The options of traces.
#pragma once

#include "php/http/options/option_rows.h"
#include "protocol/http/field.h"

namespace tern::php::option_rows {

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
    {"tracing", "", OptionKind::text, kServer, offsetof(ServerConfig, tracing), 0, 1024,
     "The address of an OpenTelemetry collector that gets the spans of requests by OTLP/HTTP, like "
     "http://127.0.0.1:4318. Empty: off. See tracing.md.", check_collector},
    {"tracing_sample_ratio", "", OptionKind::ratio, kServer, offsetof(ServerConfig, tracing_sample_ratio), 0, 1000000,
     "The share of the traces that begin here which is recorded. A trace that a client began is recorded if the client "
     "asks for it."},
    {"tracing_service_name", "", OptionKind::text, kServer, offsetof(ServerConfig, tracing_service_name), 1, 255,
     "The name of this server in traces: service.name."},
    {"tracing_headers", "", OptionKind::map, kServer, offsetof(ServerConfig, tracing_headers), 0, 4096,
     "More fields of the requests to the collector, by name, for example for authentication.", check_tracing_header},
};
// clang-format on

}  // namespace tern::php::option_rows
