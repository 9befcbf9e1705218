#include "php/http/options/port_options.h"

#include <algorithm>
#include <fcntl.h>

#include "base/buffer.h"
#include "base/fd.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr uint32_t kLeastWindow = 65535;  // of HTTP/2, for clients that send before they know it
constexpr uint32_t kLeastFrame = 16384;   // RFC 9113, 6.5.2

int64_t heartbeat_ms(const PortConfig& port, const ServerConfig& server) noexcept {
    return port.heartbeat_idle_time_ms > 0 ? port.heartbeat_idle_time_ms : 2 * server.heartbeat_check_interval_ms;
}

// The shorter of two limits, which may be off.
int64_t shorter(int64_t a_ms, int64_t b_ms) noexcept {
    return a_ms == 0 || b_ms == 0 ? a_ms + b_ms : std::min(a_ms, b_ms);
}

void resolve_limits(PortConfig& port, const ServerConfig& server) noexcept {
    serve::Limits& limits = port.serving.limits;
    const int64_t idle_ms = idle_limit_ms(port, server);
    if (idle_ms > 0) limits.keep_alive_timeout_ms = std::min(limits.keep_alive_timeout_ms, idle_ms);
    limits.send_timeout_ms = server.send_timeout_ms;
    limits.high_watermark = port.buffer_high_watermark;
    if (limits.high_watermark == 0) limits.high_watermark = port.packets.most_queued / 5 * 4;
    limits.parse_multipart = port.request.parse_post || port.request.parse_files;
    port.packets.framing.most = limits.body_bytes;
    port.packets.idle_timeout_ms = idle_ms;
    port.packets.delayed = server.enable_delay_receive;
}

void resolve_http2(PortConfig& port) {
    http::h2::SessionOptions& session = port.serving.http2_session;
    session.head = port.serving.limits.head;
    if (port.http2_max_header_list_size > 0) session.head.head_bytes = port.http2_max_header_list_size;
    if (session.field_lines == 0) session.field_lines = http::h2::RequestReader::kFieldLines;
    session.stream_window_bytes = std::max(session.stream_window_bytes, kLeastWindow);
    session.connection_window_bytes = std::max(session.connection_window_bytes, session.stream_window_bytes);
    session.frame_bytes = std::max(session.frame_bytes, kLeastFrame);
    session.extended_connect = port.open_websocket_protocol;
}

// The port speaks nothing else, and the web server in front compresses.
void resolve_fastcgi(PortConfig& port) {
    if (!port.serving.fastcgi) return;
    port.serving.http2 = port.http_compression = false;
    if (port.fastcgi_allowed_clients.empty()) return;
    auto allowed = std::make_shared<Networks>();
    for (const std::string& network : port.fastcgi_allowed_clients) (void)allowed->add(network);
    port.serving.allowed_clients = std::move(allowed);
}

// A pong counts as a heartbeat like a message: a client that sends neither within that time, although pinged, has gone.
void apply_heartbeat(serve::WsOptions& options, int64_t idle_ms) noexcept {
    if (idle_ms <= 0) return;
    const int64_t half_ms = std::max<int64_t>(1, idle_ms / 2);
    options.ping_interval_ms = shorter(options.ping_interval_ms, half_ms);
    options.pong_timeout_ms = std::min(options.pong_timeout_ms, half_ms);
}

void resolve_websocket(PortConfig& port, const ServerConfig& server) noexcept {
    serve::WsOptions& options = port.websocket;
    options.message.bytes = port.serving.limits.body_bytes;
    options.deflate.client_context_takeover = options.deflate.server_context_takeover;
    options.deflate.client_max_window_bits = options.deflate.server_max_window_bits;
    options.queue_bytes = port.websocket_queue_size > 0 ? port.websocket_queue_size : port.packets.most_queued;
    const uint64_t low = port.serving.limits.low_watermark;
    options.drained_bytes = low > 0 ? low : options.queue_bytes / 4;
    apply_heartbeat(options, heartbeat_ms(port, server));
    if (options.idle_timeout_ms == 0) options.idle_timeout_ms = port.max_idle_time_ms;
    options.send_timeout_ms = server.send_timeout_ms;
}

}  // namespace

int64_t idle_limit_ms(const PortConfig& config, const ServerConfig& server) noexcept {
    return shorter(heartbeat_ms(config, server), config.max_idle_time_ms);
}

void resolve_port(PortConfig& port, const ServerConfig& server) {
    if (port.listen.backlog == 0) port.listen.backlog = net::ListenOptions().backlog;
    resolve_limits(port, server);
    resolve_http2(port);
    resolve_websocket(port, server);
    resolve_fastcgi(port);
    if (!server.enable_coroutine) port.serving.streams.clear();
    for (const std::string& network : port.trusted_proxies) (void)port.serving.proxies.trusted.add(network);
    port.serving.exclusive_wake = !port.listen.reuse_port;
}

net::ListenOptions listen_options(const PortConfig& config, bool datagrams) {
    net::ListenOptions options = config.listen;
    options.datagrams = datagrams;
    options.connections = config.serving.socket;
    return options;
}

std::unique_ptr<serve::StaticFiles> port_files(serve::Context& context, const PortConfig& config) {
    if (!config.enable_static_handler || config.files.root.path.empty()) return nullptr;
    serve::StaticOptions options = config.files;
    options.types = &media_types();
    return std::make_unique<serve::StaticFiles>(context, std::move(options));
}

std::unique_ptr<serve::Compression> port_compression(const PortConfig& config) {
    return config.http_compression ? std::make_unique<serve::Compression>(config.compression) : nullptr;
}

std::unique_ptr<serve::AccessLog> port_access_log(serve::Context& context, serve::AccessFile& file,
                                                  const PortConfig& config) {
    if (!file.is_open()) return nullptr;
    return std::make_unique<serve::AccessLog>(context.loop, context.log, context.counters.access_log_lost, file,
                                              config.access_log_format);
}

serve::PortOptions port_options(const PortConfig& config, const PortServices& services) {
    serve::PortOptions options = config.serving;
    options.files = services.files;
    options.access_log = services.access_log;
    options.compression = services.compression;
    options.packets = services.packets;
    options.tls = services.tls;
    options.http2_session.memory = std::make_shared<http::h2::PooledMemory>();
    return options;
}

namespace {

constexpr size_t kLargestTable = 1 << 20;
constexpr const char* kSystemTable = "/etc/mime.types";

// Empty when there is no such file.
Buffer read_system_table() {
    constexpr size_t kPiece = 64 * 1024;
    Buffer text;
    const Fd file(::open(kSystemTable, O_RDONLY | O_CLOEXEC));
    while (file.open() && text.size() < kLargestTable) {
        const ssize_t count = ::read(file.get(), text.extend(kPiece), kPiece);
        text.shrink(count > 0 ? kPiece - static_cast<size_t>(count) : kPiece);
        if (count <= 0) break;
    }
    return text;
}

}  // namespace

http::MediaTypes& media_types() {
    if (TERN_G(media_types) == nullptr) {
        TERN_G(media_types) = new http::MediaTypes;
        TERN_G(media_types)->add_table(read_system_table().view());
    }
    return *TERN_G(media_types);
}

}  // namespace tern::php
