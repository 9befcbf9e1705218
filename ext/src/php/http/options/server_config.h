// The options of a server and of its ports, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "php/engine/options/coroutine_options.h"
#include "php/engine/options/options.h"
#include "php/http/options/packet_config.h"
#include "php/http/websocket/websocket_config.h"
#include "serve/ws/room_options.h"

namespace tern::php {

inline constexpr int64_t kBacklog = 512;

// The options of each port; ports inherit the values of Server::set().
struct PortConfig {
    int64_t backlog = kBacklog;
    bool enable_reuse_port = false;
    bool open_tcp_nodelay = true;
    bool open_tcp_keepalive = false;
    int64_t tcp_keepidle_s = 3600;
    int64_t tcp_keepinterval_s = 60;
    int64_t tcp_keepcount = 5;
    int64_t tcp_defer_accept_s = 0;   // 0: off
    int64_t tcp_user_timeout_ms = 0;  // 0: the system's
    bool tcp_fastopen = false;
    int64_t kernel_socket_recv_buffer_size = 0;  // 0: the system's
    int64_t kernel_socket_send_buffer_size = 0;

    int64_t socket_buffer_size = 8 << 20;
    int64_t buffer_high_watermark = 0;  // 0: four fifths of socket_buffer_size
    int64_t buffer_low_watermark = 0;
    int64_t package_max_length = 2 << 20;
    int64_t max_idle_time_ms = 0;        // 0: off
    int64_t heartbeat_idle_time_ms = 0;  // 0: off

    bool open_http_protocol = false;
    bool http_parse_cookie = true;
    bool http_parse_post = true;
    bool http_parse_files = true;
    bool nest_files_as_php = false;  // http_parse_files was given: $files has the shape of $_FILES
    std::string upload_tmp_dir = "/tmp";
    int64_t upload_max_filesize = 0;  // 0: package_max_length limits files, too
    int64_t http_header_timeout_ms = 20'000;
    int64_t http_body_timeout_ms = 30'000;
    int64_t http_body_min_rate = 0;  // bytes a second; 0: any
    int64_t http_keepalive_timeout_ms = 75'000;
    int64_t http_keepalive_requests = 0;  // 0: no end
    int64_t http_header_max_size = 64 << 10;
    int64_t http_header_max_count = 100;
    int64_t http_target_max_size = 64 << 10;
    int64_t http_body_memory_size = 256 << 10;
    int64_t http_max_parts = 1000;
    int64_t http_max_files = 1000;
    int64_t http_max_part_size = 0;  // 0: as much as the body
    int64_t http_max_part_name_size = 1024;
    int64_t http_max_form_size = 0;  // 0: any that arrives
    int64_t http_max_file_size = 0;  // the same
    std::vector<std::string> http_stream_bodies;

    std::string server_header = "tern";
    std::string access_log;
    std::string access_log_format = "combined";
    bool server_timing = false;

    bool enable_static_handler = false;
    std::string document_root;
    std::vector<std::string> static_handler_locations;
    std::vector<std::string> http_index_files;
    bool http_autoindex = false;
    TextPairs url_rewrite_rules;
    TextPairs static_cache_control;
    bool static_precompressed = false;
    bool static_follow_symlinks = true;
    bool static_hidden_files = false;
    std::vector<std::string> static_hidden_names;
    int64_t static_cache_size = 16 << 20;
    int64_t static_cache_entries = 1024;
    int64_t static_cache_valid_ms = 1'000;

    bool http_compression = true;
    int64_t http_compression_level = 2;
    int64_t http_compression_min_length = 20;
    std::vector<std::string> http_compression_types = {"text/*",
                                                       "*+json",
                                                       "*+xml",
                                                       "application/json",
                                                       "application/javascript",
                                                       "application/xml",
                                                       "application/x-ndjson",
                                                       "application/wasm",
                                                       "image/bmp",
                                                       "font/otf",
                                                       "font/ttf"};
    std::vector<std::string> http_compression_methods = {"zstd", "br", "gzip"};
    bool http_request_decompression = false;

    std::string tls;
    std::string ssl_cert_file;
    std::string ssl_key_file;
    std::string ssl_passphrase;
    std::vector<TextRecord> ssl_sni_certs;
    int64_t ssl_protocols = 0;  // 0: see ssl_method
    int64_t ssl_method = 0;
    std::string ssl_ciphers;
    std::string ssl_ecdh_curve = "auto";
    std::string ssl_dhparam;
    bool ssl_prefer_server_ciphers = true;
    bool ssl_compress = false;
    bool ssl_verify_peer = false;
    std::string ssl_client_cert_file;
    std::string ssl_cafile;
    std::string ssl_capath;
    int64_t ssl_verify_depth = 0;
    bool ssl_allow_self_signed = false;
    std::string ssl_stapling_file;
    int64_t ssl_session_timeout_ms = 3'600'000;  // 0: off
    bool ssl_ktls = false;
    int64_t ssl_handshake_timeout_ms = 10'000;  // 0: off
    int64_t ssl_max_handshakes = 2048;
    int64_t ssl_max_handshakes_per_ip = 1024;
    int64_t ssl_handshake_backlog = 8192;
    int64_t http2_connection_buffer_size = 16 << 20;
    int64_t http2_worker_buffer_size = 128 << 20;
    bool open_http2_protocol = false;
    bool http2_enable_push = false;
    int64_t http2_header_table_size = 4096;
    int64_t http2_max_concurrent_streams = 128;
    int64_t http2_init_window_size = 65535;
    int64_t http2_max_frame_size = 16384;
    int64_t http2_max_header_list_size = 0;  // 0: http_header_max_size
    // Per minute on one connection; 0: no limit.
    int64_t http2_max_resets = 600;
    int64_t http2_max_pings = 600;
    int64_t http2_max_settings = 120;
    int64_t http2_max_empty_frames = 120;
    int64_t http2_max_window_updates = 6000;
    int64_t http2_max_priority_frames = 1200;
    int64_t http2_max_unknown_frames = 1200;
    int64_t http2_max_continuations = 8;  // of one header block
    PacketConfig packets;

    std::vector<std::string> trusted_proxies;
    std::string trusted_proxy_header = "x-forwarded";
    bool proxy_protocol = false;

    WebSocketConfig websocket;
};

struct ServerConfig {
    PortConfig port;
    std::vector<serve::RoomOptions> rooms;  // one for each Tern\WebSocket\Rooms

    int64_t worker_num = 0;  // 0: one per usable CPU
    int64_t reactor_num = 0;
    int64_t max_request = 0;         // 0: no end
    int64_t max_request_grace = -1;  // -1: half of max_request
    int64_t task_worker_num = 0;
    int64_t task_ipc_mode = 1;
    int64_t message_queue_key = 0;        // 0: of the script
    int64_t task_max_request = 0;         // 0: no end
    int64_t task_max_request_grace = -1;  // -1: half of task_max_request
    std::string task_tmpdir = "/tmp";
    bool task_enable_coroutine = false;
    bool task_object = false;
    bool reload_async = true;
    int64_t max_wait_time_ms = 3'000;
    int64_t start_session_id = 0;
    int64_t max_queued_bytes = 0;               // 0: no limit
    bool dispatch_func = false;                 // there is one: see php/server/message/dispatch_function.h
    int64_t max_connection = 0;                 // 0: what ulimit -n allows, at most 100000
    int64_t max_concurrency = 0;                // 0: no limit; beyond it: 503
    int64_t worker_max_concurrency = 0;         // 0: no limit; beyond it: requests wait
    int64_t max_request_execution_time_ms = 0;  // 0: off; beyond it: 504
    int64_t send_timeout_ms = 60'000;           // 0: off
    int64_t slow_request_ms = 0;                // 0: off; with slow_request_file: a second
    std::string slow_request_file;              // empty: the log
    int64_t heartbeat_check_interval_ms = 0;    // 0: off
    int64_t dispatch_mode = 2;
    bool enable_delay_receive = false;
    bool send_yield = true;
    bool event_object = false;
    int64_t input_buffer_size = 2 << 20;
    int64_t worker_input_buffer_size = 128 << 20;  // 0: no limit
    int64_t output_buffer_size = 0xffff'ffff;
    bool limits_output = false;  // by output_buffer_size: the server is one of SWOOLE_PROCESS

    bool daemonize = false;
    std::string pid_file;
    std::string admin;  // address; empty: none
    std::string admin_token;
    std::vector<std::string> admin_hosts;
    std::string admin_server;  // address; empty: none
    std::string stats_file;    // empty: none
    int64_t stats_timer_interval_ms = 1'000;
    std::string user;
    std::string group;
    std::string chroot;
    bool open_cpu_affinity = false;
    std::vector<int> cpu_affinity_ignore;
    int64_t batch_scheduling = -1;  // -1: by the number of workers

    std::string log_file;
    int64_t log_level = 2;
    int64_t log_rotation = 0;
    std::string log_date_format = "%Y-%m-%d %H:%M:%S";
    bool log_date_with_microseconds = false;

    std::string http_html_snippet;

    std::string tracing;                       // empty: off
    int64_t tracing_sample_ratio = 1'000'000;  // millionths
    std::string tracing_service_name = "tern";
    TextPairs tracing_headers;

    bool enable_coroutine = true;
    int64_t max_coroutine = 0;  // 0: that of Coroutine::set()
    int64_t hook_flags = -1;    // -1: not set
    bool hook_files = false;
    int64_t blocking_threshold_ms = kBlockingThresholdMs;
    bool ignored_switch = false;
    int64_t ignored_size = 0;
};

}  // namespace tern::php
