#include "php/http/options/port_options.h"

#include <algorithm>
#include <fcntl.h>

#include "base/buffer.h"
#include "base/fd.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr int64_t kLeastWindow = 65535;  // of HTTP/2, for clients that send before they know it
constexpr int64_t kLeastFrame = 16384;   // RFC 9113, 6.5.2

net::SocketOptions socket_options(const PortConfig& config) {
    net::SocketOptions options;
    options.no_delay = config.open_tcp_nodelay;
    options.keep_alive = config.open_tcp_keepalive;
    if (config.open_tcp_keepalive) {
        options.keep_idle_s = static_cast<int>(config.tcp_keepidle_s);
        options.keep_interval_s = static_cast<int>(config.tcp_keepinterval_s);
        options.keep_count = static_cast<int>(config.tcp_keepcount);
    }
    options.user_timeout_ms = static_cast<int>(config.tcp_user_timeout_ms);
    options.receive_buffer = static_cast<int>(config.kernel_socket_recv_buffer_size);
    options.send_buffer = static_cast<int>(config.kernel_socket_send_buffer_size);
    return options;
}

// The shorter of both limits, if they are on.
int64_t idle_limit(const PortConfig& config, const ServerConfig& server) {
    const int64_t limit = config.http_keepalive_timeout_ms;
    const int64_t other = idle_limit_ms(config, server);
    return other > 0 ? std::min(limit, other) : limit;
}

serve::Limits limits(const PortConfig& config, const ServerConfig& server) {
    serve::Limits limits;
    limits.head.target_bytes = static_cast<uint32_t>(config.http_target_max_size);
    limits.head.head_bytes = static_cast<uint32_t>(config.http_header_max_size);
    limits.head.fields = static_cast<uint32_t>(config.http_header_max_count);
    limits.multipart.parts = static_cast<uint32_t>(config.http_max_parts);
    limits.multipart.name_bytes = static_cast<uint32_t>(config.http_max_part_name_size);
    limits.files = static_cast<uint64_t>(config.http_max_files);
    limits.part_bytes = static_cast<uint64_t>(config.http_max_part_size);
    limits.body_bytes = static_cast<uint64_t>(config.package_max_length);
    limits.form_bytes = static_cast<uint64_t>(config.http_max_form_size);
    limits.file_bytes = static_cast<uint64_t>(config.http_max_file_size);
    limits.upload_bytes = static_cast<uint64_t>(config.upload_max_filesize);
    limits.body_memory_bytes = static_cast<uint64_t>(config.http_body_memory_size);
    limits.header_timeout_ms = config.http_header_timeout_ms;
    limits.body_timeout_ms = config.http_body_timeout_ms;
    limits.body_min_rate = static_cast<uint64_t>(config.http_body_min_rate);
    limits.keep_alive_requests = static_cast<uint64_t>(config.http_keepalive_requests);
    limits.keep_alive_timeout_ms = idle_limit(config, server);
    limits.send_timeout_ms = server.send_timeout_ms;
    limits.high_watermark = static_cast<uint64_t>(config.buffer_high_watermark);
    limits.low_watermark = static_cast<uint64_t>(config.buffer_low_watermark);
    limits.http2_connection_buffer_bytes = static_cast<uint64_t>(config.http2_connection_buffer_size);
    limits.http2_worker_buffer_bytes = static_cast<uint64_t>(config.http2_worker_buffer_size);
    limits.parse_multipart = config.http_parse_post || config.http_parse_files;
    limits.decode_bodies = config.http_request_decompression;
    limits.upload_dir = config.upload_tmp_dir;
    return limits;
}

http::h2::FloodLimits flood_limits(const PortConfig& config) {
    using http::h2::Flood;
    http::h2::FloodLimits floods;
    floods[Flood::resets] = static_cast<uint32_t>(config.http2_max_resets);
    floods[Flood::pings] = static_cast<uint32_t>(config.http2_max_pings);
    floods[Flood::settings] = static_cast<uint32_t>(config.http2_max_settings);
    floods[Flood::empty_frames] = static_cast<uint32_t>(config.http2_max_empty_frames);
    floods[Flood::window_updates] = static_cast<uint32_t>(config.http2_max_window_updates);
    floods[Flood::priorities] = static_cast<uint32_t>(config.http2_max_priority_frames);
    floods[Flood::continuations] = static_cast<uint32_t>(config.http2_max_continuations);
    floods[Flood::unknown_frames] = static_cast<uint32_t>(config.http2_max_unknown_frames);
    return floods;
}

http::h2::SessionOptions http2_session(const PortConfig& config, const serve::Limits& limits) {
    http::h2::SessionOptions options;
    options.head = limits.head;
    if (config.http2_max_header_list_size > 0) {
        options.head.head_bytes = static_cast<uint32_t>(config.http2_max_header_list_size);
    }
    options.floods = flood_limits(config);
    options.header_table_bytes = static_cast<uint32_t>(config.http2_header_table_size);
    options.concurrent_streams = static_cast<uint32_t>(config.http2_max_concurrent_streams);
    options.stream_window_bytes = static_cast<uint32_t>(std::max(config.http2_init_window_size, kLeastWindow));
    options.connection_window_bytes = std::max(options.connection_window_bytes, options.stream_window_bytes);
    options.extended_connect = config.websocket.open_protocol;
    options.frame_bytes = static_cast<uint32_t>(std::max(config.http2_max_frame_size, kLeastFrame));
    options.memory = std::make_shared<http::h2::PooledMemory>();
    return options;
}

}  // namespace

int64_t idle_limit_ms(const PortConfig& config, const ServerConfig& server) noexcept {
    const int64_t heartbeat_ms =
        config.heartbeat_idle_time_ms > 0 ? config.heartbeat_idle_time_ms : 2 * server.heartbeat_check_interval_ms;
    if (heartbeat_ms == 0 || config.max_idle_time_ms == 0) return heartbeat_ms + config.max_idle_time_ms;
    return std::min(heartbeat_ms, config.max_idle_time_ms);
}

net::ListenOptions listen_options(const PortConfig& config, bool datagrams) {
    net::ListenOptions options;
    options.datagrams = datagrams;
    options.receive_buffer = datagrams ? static_cast<int>(config.kernel_socket_recv_buffer_size) : 0;
    options.send_buffer = datagrams ? static_cast<int>(config.kernel_socket_send_buffer_size) : 0;
    options.backlog = static_cast<int>(config.backlog);
    options.reuse_port = config.enable_reuse_port;
    if (datagrams) return options;
    options.defer_accept_s = static_cast<int>(config.tcp_defer_accept_s);
    options.fast_open_queue = config.tcp_fastopen ? static_cast<int>(config.backlog) : 0;
    return options;
}

std::unique_ptr<serve::StaticFiles> port_files(serve::Context& context, const PortConfig& config) {
    if (!config.enable_static_handler || config.document_root.empty()) return nullptr;
    serve::StaticOptions options;
    options.root = {.path = config.document_root,
                    .follow_links = config.static_follow_symlinks,
                    .hidden_files = config.static_hidden_files,
                    .hidden_names = config.static_hidden_names,
                    .cache = {.bytes = static_cast<uint64_t>(config.static_cache_size),
                              .entries = static_cast<size_t>(config.static_cache_entries),
                              .valid_ms = config.static_cache_valid_ms}};
    options.locations = config.static_handler_locations;
    options.index_files = config.http_index_files;
    options.cache_control = config.static_cache_control;
    options.rewrite_rules = config.url_rewrite_rules;
    options.auto_index = config.http_autoindex;
    options.precompressed = config.static_precompressed;
    options.types = &media_types();
    return std::make_unique<serve::StaticFiles>(context, std::move(options));
}

std::unique_ptr<serve::Compression> port_compression(const PortConfig& config) {
    if (!config.http_compression) return nullptr;
    serve::CompressionOptions options;
    options.level = static_cast<int>(config.http_compression_level);
    options.min_length = static_cast<uint64_t>(config.http_compression_min_length);
    for (std::string type : config.http_compression_types) {
        std::transform(type.begin(), type.end(), type.begin(), ascii_lower);
        options.types.push_back(std::move(type));
    }
    for (const std::string& name : config.http_compression_methods) {
        options.methods.push_back(http::find_coding(name).value());
    }
    return std::make_unique<serve::Compression>(std::move(options));
}

std::unique_ptr<serve::AccessLog> port_access_log(serve::Context& context, serve::AccessFile& file,
                                                  const PortConfig& config) {
    if (!file.is_open()) return nullptr;
    return std::make_unique<serve::AccessLog>(context.loop, context.log, context.counters.access_log_lost, file,
                                              config.access_log_format);
}

serve::PortOptions port_options(const PortConfig& config, const ServerConfig& server, const PortServices& services) {
    serve::PortOptions options;
    options.limits = limits(config, server);
    options.socket = socket_options(config);
    options.files = services.files;
    options.access_log = services.access_log;
    options.compression = services.compression;
    options.packets = services.packets;
    options.tls = services.tls;
    const std::string& name = config.server_header;
    options.server_line = name.empty() ? std::string() : "Server: " + name + "\r\n";
    for (const std::string& network : config.trusted_proxies) (void)options.proxies.trusted.add(network);
    const bool standard = config.trusted_proxy_header == "forwarded";
    options.proxies.field = standard ? serve::ForwardedField::forwarded : serve::ForwardedField::x_forwarded;
    if (server.enable_coroutine) options.streams = config.http_stream_bodies;
    options.http2 = config.open_http2_protocol;
    options.http2_session = http2_session(config, options.limits);
    options.proxy_protocol = config.proxy_protocol;
    options.exclusive_wake = !config.enable_reuse_port;
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
