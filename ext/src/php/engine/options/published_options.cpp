#include <algorithm>
#include <iterator>

#include "php/engine/globals.h"
#include "php/engine/options/options.h"

namespace tern::php {

namespace {

// In ascending order.
// clang-format off
constexpr Bytes kPublished[] = {
    "admin_server", "aio_core_worker_num", "aio_max_idle_time", "aio_max_wait_time", "aio_mode", "aio_worker_num",
    "backlog",
    "bind_address", "bind_port", "body_decompression", "bootstrap", "buffer_high_watermark", "buffer_input_size",
    "buffer_low_watermark", "buffer_output_size", "c_stack_size", "chroot", "compression_level",
    "compression_min_length", "compression_types", "connect_timeout", "cpu_affinity_ignore", "daemonize",
    "deadlock_check_depth", "deadlock_check_disable_trace", "deadlock_check_limit", "debug_mode", "defer",
    "disable_dns_cache", "discard_timeout_request", "dispatch_func", "dispatch_mode", "display_errors", "dns_cache_capacity",
    "dns_cache_expire", "dns_cache_refresh_time", "dns_lookup_random", "dns_server", "document_root",
    "enable_coroutine", "enable_deadlock_check", "enable_delay_receive", "enable_kqueue", "enable_message_bus",
    "enable_port_reuse", "enable_preemptive_scheduler", "enable_reuse_port", "enable_signalfd", "enable_static_handler",
    "enable_unsafe_event", "event_object", "exit_condition", "group", "heartbeat_check_interval",
    "heartbeat_idle_time", "hook_flags", "http2_enable_push", "http2_header_table_size", "http2_init_window_size",
    "http2_max_concurrent_streams", "http2_max_frame_size", "http2_max_header_list_size", "http2_max_headers",
    "http_autoindex",
    "http_client_driver", "http_compression", "http_compression_level", "http_compression_min_length",
    "http_compression_types", "http_gzip_level", "http_index_files", "http_parse_cookie", "http_parse_files",
    "http_parse_post", "http_proxy_host", "http_proxy_password", "http_proxy_port", "http_proxy_user",
    "http_proxy_username", "init_arguments", "input_buffer_size", "iouring_entries", "iouring_flag", "iouring_workers",
    "keep_alive", "kernel_socket_recv_buffer_size", "kernel_socket_send_buffer_size", "log_date_format",
    "log_date_with_microseconds", "log_file", "log_level", "log_rotation", "lowercase_header", "max_concurrency",
    "max_conn", "max_connection", "max_coro_num", "max_coroutine", "max_idle_time", "max_package_size",
    "max_queued_bytes", "max_request", "max_request_grace", "max_retries", "max_thread_num", "max_wait_time",
    "message_queue_key", "min_thread_num", "name_resolver", "open_cpu_affinity", "open_eof_check", "open_eof_split",
    "open_fastcgi_protocol", "open_http2_protocol", "open_http_protocol", "open_length_check", "open_mqtt_protocol",
    "open_redis_protocol", "open_ssl", "open_tcp_keepalive", "open_tcp_nodelay", "open_websocket_close_frame",
    "open_websocket_ping_frame", "open_websocket_pong_frame", "open_websocket_protocol", "output_buffer_size",
    "package_body_offset", "package_body_start", "package_eof", "package_length_func", "package_length_offset",
    "package_length_type", "package_max_length", "pid_file", "pipe_buffer_size", "print_backtrace_on_error", "reactor_num", "read_timeout",
    "reload_async", "send_timeout", "send_yield", "single_thread", "socket_buffer_size", "socket_connect_timeout",
    "socket_dns_timeout", "socket_dontwait", "socket_read_timeout", "socket_recv_timeout", "socket_send_timeout",
    "socket_timeout", "socket_write_timeout", "socks5_host", "socks5_password", "socks5_port", "socks5_username",
    "ssl", "ssl_allow_self_signed", "ssl_cafile", "ssl_capath", "ssl_cert_file", "ssl_ciphers", "ssl_client_cert_file",
    "ssl_compress", "ssl_dhparam", "ssl_disable_compression", "ssl_ecdh_curve", "ssl_grease", "ssl_host_name",
    "ssl_key_file", "ssl_method", "ssl_passphrase", "ssl_prefer_server_ciphers", "ssl_protocols", "ssl_sni_certs",
    "ssl_verify_depth", "ssl_verify_peer", "stack_size", "start_session_id", "static_handler_locations", "stats_file",
    "stats_timer_interval", "task_async", "task_enable_coroutine", "task_ipc_mode", "task_max_request", "task_max_request_grace",
    "task_object", "task_tmpdir", "task_use_object", "task_worker_num", "tcp_defer_accept", "tcp_fastopen",
    "tcp_keepcount", "tcp_keepidle", "tcp_keepinterval", "tcp_user_timeout", "thread_num", "timeout", "trace_flags",
    "unixsock_buffer_size", "upload_max_filesize", "upload_tmp_dir", "url_rewrite_rules", "use_async_resolver", "use_fiber_context", "user",
    "wait_signal", "websocket_compression", "websocket_mask", "websocket_subprotocol", "worker_max_concurrency",
    "worker_num", "write_func", "write_timeout",
};
// clang-format on
static_assert(std::ranges::is_sorted(kPublished));

// With tern.openswoole.
constexpr Bytes kOfOpenSwoole[] = {"enable_server_token", "reactor_type"};
static_assert(std::ranges::is_sorted(kOfOpenSwoole));

}  // namespace

bool is_published_option(Bytes name) noexcept {
    return std::ranges::binary_search(kPublished, name) ||
           (TERN_G(openswoole) && std::ranges::binary_search(kOfOpenSwoole, name));
}

}  // namespace tern::php
