#include <algorithm>

#include "php/http/options/port_options.h"

namespace tern::php {

namespace {

// A pong counts as a heartbeat like a message: a client that sends neither within that time, although pinged, has gone.
void apply_heartbeat(serve::WsOptions& options, int64_t idle_ms) noexcept {
    if (idle_ms <= 0) return;
    const int64_t half_ms = std::max<int64_t>(1, idle_ms / 2);
    options.ping_interval_ms = options.ping_interval_ms == 0 ? half_ms : std::min(options.ping_interval_ms, half_ms);
    options.pong_timeout_ms = std::min(options.pong_timeout_ms, half_ms);
}

void set_compression(serve::WsOptions& options, const WebSocketConfig& config) noexcept {
    const auto bits = static_cast<uint8_t>(config.compression_window_bits);
    options.compression = config.compression;
    options.deflate = {config.compression_context, config.compression_context, bits, bits};
    options.compression_level = static_cast<int>(config.compression_level);
    options.compression_least = static_cast<size_t>(config.compression_min_length);
}

}  // namespace

serve::WsOptions websocket_options(const PortConfig& port, const ServerConfig& server) {
    const WebSocketConfig& config = port.websocket;
    serve::WsOptions options;
    options.message.bytes = static_cast<uint64_t>(port.package_max_length);
    options.message.frames = static_cast<uint32_t>(config.max_fragments);
    set_compression(options, config);
    options.subprotocols = config.subprotocol;
    options.origins = config.allowed_origins;
    options.queue_bytes = static_cast<uint64_t>(config.queue_size > 0 ? config.queue_size : port.socket_buffer_size);
    const int64_t low = port.buffer_low_watermark;
    options.drained_bytes = low > 0 ? static_cast<uint64_t>(low) : options.queue_bytes / 4;
    options.handled_messages = static_cast<uint32_t>(config.max_handled);
    options.handled_bytes = static_cast<uint64_t>(config.max_handled_size);
    options.ping_interval_ms = config.ping_interval_ms;
    options.pong_timeout_ms = config.pong_timeout_ms;
    const bool beats = port.heartbeat_idle_time_ms > 0;
    apply_heartbeat(options, beats ? port.heartbeat_idle_time_ms : 2 * server.heartbeat_check_interval_ms);
    options.idle_timeout_ms = config.idle_timeout_ms > 0 ? config.idle_timeout_ms : port.max_idle_time_ms;
    options.send_timeout_ms = server.send_timeout_ms;
    options.close_timeout_ms = config.close_timeout_ms;
    options.drain_delay_ms = config.leave_time_ms;
    options.passes_close = config.close_frame;
    options.passes_ping = config.ping_frame;
    options.passes_pong = config.pong_frame;
    return options;
}

}  // namespace tern::php
