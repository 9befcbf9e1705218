// The options of a port, as plain data: those of the core's classes, in which most rows of options set a member, and
// those that only the PHP side of a port uses. Each default stands where its member is declared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "net/listener.h"
#include "net/tls_options.h"
#include "php/engine/options/options.h"
#include "php/http/request/request_object.h"
#include "serve/compression.h"
#include "serve/files/static_files.h"
#include "serve/port_options.h"
#include "serve/tcp_connection.h"
#include "serve/tls/handshake_limiter.h"
#include "serve/ws/ws_options.h"

namespace tern::php {

// How the end of a message is found, in a port's own protocol; at most one of them.
struct MessageEnd {
    bool eof_check = false;
    bool eof_split = false;  // the same
    bool length_check = false;
    bool mqtt = false;
    bool redis = false;

    bool by_mark() const noexcept { return eof_check || eof_split; }
    int ways() const noexcept { return by_mark() + length_check + mqtt + redis; }
};

// What becomes the `by` and the `field` of a Framing: see port_framing().
struct MessageOptions {
    MessageEnd end;
    std::string length_type = "N";
    bool length_func = false;  // there is one: see length_function()
};

// The options of each port; ports inherit the values of Server::set(). resolve_port() sets the members that depend on
// other options.
struct PortConfig {
    net::ListenOptions listen;
    serve::PortOptions serving;
    serve::PacketOptions packets;
    serve::WsOptions websocket;
    serve::StaticOptions files;
    serve::CompressionOptions compression;
    net::TlsOptions tls;
    serve::TlsLimits handshakes;

    RequestOptions request;
    MessageOptions messages;
    bool open_http_protocol = false;
    bool open_websocket_protocol = false;
    bool enable_static_handler = false;
    bool http_compression = true;
    bool server_timing = false;
    bool ignored_switch = false;
    std::string access_log;
    std::string access_log_format = "combined";
    std::vector<std::string> trusted_proxies;
    std::vector<std::string> fastcgi_allowed_clients;
    int64_t fastcgi_concurrency = 0;  // of all workers; 0: no limit

    uint64_t buffer_high_watermark = 0;       // 0: four fifths of socket_buffer_size
    uint64_t websocket_queue_size = 0;        // 0: socket_buffer_size
    uint32_t http2_max_header_list_size = 0;  // 0: http_header_max_size
    int64_t max_idle_time_ms = 0;             // 0: off
    int64_t heartbeat_idle_time_ms = 0;       // 0: off

    std::string tls_mode;
    std::vector<TextRecord> ssl_sni_certs;
    int64_t ssl_protocols = 0;  // 0: see ssl_method
    int64_t ssl_method = 0;
};

// The types of members that only ports have.
inline void put(http::ContentCoding& member, const OptionValue& value) noexcept {
    member = http::find_coding(value.text).value();
}
inline void show(OptionKind, const http::ContentCoding& member, zval* into) {
    const Bytes name = http::name_of(member);
    ZVAL_STRINGL(into, name.data(), name.size());
}

inline void put(serve::ForwardedField& member, const OptionValue& value) noexcept {
    member = value.text == "forwarded" ? serve::ForwardedField::forwarded : serve::ForwardedField::x_forwarded;
}
inline void show(OptionKind, const serve::ForwardedField& member, zval* into) {
    ZVAL_STRING(into, member == serve::ForwardedField::forwarded ? "forwarded" : "x-forwarded");
}

}  // namespace tern::php
