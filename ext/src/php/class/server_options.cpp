#include "php/class/server_options.h"

#include <algorithm>
#include <climits>
#include <sys/resource.h>
#include <type_traits>

#include "base/cpu.h"
#include "http/field.h"
#include "net/networks.h"
#include "serve/rewrite.h"

namespace tern::php {

namespace {

static_assert(std::is_standard_layout_v<PortConfig>);
static_assert(std::is_standard_layout_v<ServerConfig>);

constexpr int64_t kNoLimit = INT64_MAX;
constexpr int64_t kDay = 86'400'000;  // ms
constexpr int64_t kPathLength = PATH_MAX - 1;
constexpr int64_t kMaxDefaultConnections = 100'000;

constexpr OptionScope kServer = OptionScope::server;
constexpr OptionScope kPort = OptionScope::port;

const char* check_location(Bytes, Bytes value) { return value.starts_with('/') ? nullptr : "start with \"/\""; }

const char* check_name(Bytes, Bytes value) {
    const bool good = !value.empty() && value.find('/') == Bytes::npos;
    return good ? nullptr : "be the name of a file, without \"/\"";
}

const char* check_rewrite(Bytes key, Bytes value) {
    if (const char* must = serve::Rewriter::complaint(key)) return must;
    return value.starts_with('/') ? nullptr : "lead to a path that starts with \"/\"";
}

const char* check_cache_control(Bytes, Bytes value) {
    return http::valid_field_value(value) ? nullptr : "lead to the value of a field, without line ends";
}

const char* check_network(Bytes, Bytes value) {
    net::Networks networks;
    return networks.add(value) ? nullptr : "be an address, a network as 10.0.0.0/8, or \"unix\"";
}

const char* check_proxy_header(Bytes, Bytes value) {
    return value == "x-forwarded" || value == "forwarded" ? nullptr : "be \"x-forwarded\" or \"forwarded\"";
}

// clang-format off
constexpr Option kRows[] = {
    {"worker_num", "", OptionKind::integer, kServer, offsetof(ServerConfig, worker_num), 0, 1024,
     "How many worker processes; 0: one per CPU that the process may use."},
    {"reactor_num", "", OptionKind::integer, kServer, offsetof(ServerConfig, reactor_num), 0, 1024,
     "Accepted: every worker has a loop of its own."},
    {"max_request", "", OptionKind::integer, kServer, offsetof(ServerConfig, max_request), 0, kNoLimit,
     "A worker leaves after this many requests and a new one takes its place; 0: never."},
    {"max_request_grace", "", OptionKind::integer, kServer, offsetof(ServerConfig, max_request_grace), -1, kNoLimit,
     "How many requests at most are added to max_request by chance, so that workers do not leave "
     "together; -1: half of it."},
    {"reload_async", "", OptionKind::boolean, kServer, offsetof(ServerConfig, reload_async), 0, 1,
     "A worker that leaves waits for its coroutines too, after its requests; off: it cancels them."},
    {"max_wait_time", "", OptionKind::seconds, kServer, offsetof(ServerConfig, max_wait_time_ms), 0, kDay,
     "How long a worker that leaves may take before it is killed."},
    {"max_connection", "max_conn", OptionKind::integer, kServer, offsetof(ServerConfig, max_connection), 0, 10000000,
     "Open connections of the whole server, beyond it new ones wait in the backlog; 0: what `ulimit -n` "
     "allows, at most 100000."},
    {"max_concurrency", "", OptionKind::integer, kServer, offsetof(ServerConfig, max_concurrency), 0, kNoLimit,
     "Requests being handled in the whole server, beyond it the answer is 503; 0: no limit."},
    {"worker_max_concurrency", "",
     OptionKind::integer, kServer, offsetof(ServerConfig, worker_max_concurrency), 0, kNoLimit,
     "Requests being handled in one worker, beyond it they wait for their turn; 0: no limit."},
    {"max_request_execution_time", "",
     OptionKind::seconds, kServer, offsetof(ServerConfig, max_request_execution_time_ms), 0, kDay,
     "How long a request may be handled in its coroutine, beyond it the answer is 504 and what it waits for "
     "is cancelled; 0: off."},
    {"send_timeout", "", OptionKind::seconds, kServer, offsetof(ServerConfig, send_timeout_ms), 0, kDay,
     "How long sending may make no progress before the connection is closed; 0: off."},
    {"dispatch_mode", "", OptionKind::integer, kServer, offsetof(ServerConfig, dispatch_mode), 0, 10,
     "Accepted: the worker that accepted a connection serves it."},
    {"input_buffer_size", "buffer_input_size",
     OptionKind::size, kServer, offsetof(ServerConfig, input_buffer_size), 0, kNoLimit,
     "Accepted: see package_max_length and http_body_memory_size."},
    {"output_buffer_size", "buffer_output_size",
     OptionKind::size, kServer, offsetof(ServerConfig, output_buffer_size), 1024, kNoLimit,
     "The largest piece that can be sent at once."},
    {"heartbeat_check_interval", "",
     OptionKind::seconds, kServer, offsetof(ServerConfig, heartbeat_check_interval_ms), 0, kDay,
     "Sets heartbeat_idle_time where that is 0, to twice this; idle connections are closed on time, not "
     "when they are looked for."},
    {"daemonize", "", OptionKind::boolean, kServer, offsetof(ServerConfig, daemonize), 0, 1,
     "Run in the background."},
    {"pid_file", "", OptionKind::path, kServer, offsetof(ServerConfig, pid_file), 0, kPathLength,
     "Where the pid of the master process is written; removed at the end."},
    {"user", "", OptionKind::text, kServer, offsetof(ServerConfig, user), 0, 255,
     "The user that workers run as: a name or a number."},
    {"group", "", OptionKind::text, kServer, offsetof(ServerConfig, group), 0, 255,
     "The group that workers run as; empty: the group of the user."},
    {"chroot", "", OptionKind::path, kServer, offsetof(ServerConfig, chroot), 0, kPathLength,
     "The root directory of workers."},
    {"open_cpu_affinity", "", OptionKind::boolean, kServer, offsetof(ServerConfig, open_cpu_affinity), 0, 1,
     "Keep each worker on one CPU."},
    {"cpu_affinity_ignore", "", OptionKind::integers, kServer, offsetof(ServerConfig, cpu_affinity_ignore), 0, 4095,
     "CPUs that open_cpu_affinity leaves free."},
    {"log_file", "", OptionKind::path, kServer, offsetof(ServerConfig, log_file), 0, kPathLength,
     "Where log lines go; empty: standard error."},
    {"log_level", "", OptionKind::integer, kServer, offsetof(ServerConfig, log_level), 0, 6,
     "The least level that is written, a SWOOLE_LOG_* constant."},
    {"log_rotation", "", OptionKind::integer, kServer, offsetof(ServerConfig, log_rotation), 0, 4,
     "When a new log file begins, a SWOOLE_LOG_ROTATION_* constant."},
    {"log_date_format", "", OptionKind::text, kServer, offsetof(ServerConfig, log_date_format), 0, 64,
     "The time in log lines, as for strftime(3)."},
    {"log_date_with_microseconds", "",
     OptionKind::boolean, kServer, offsetof(ServerConfig, log_date_with_microseconds), 0, 1,
     "Add microseconds to the time in log lines."},
    {"enable_coroutine", "", OptionKind::boolean, kServer, offsetof(ServerConfig, enable_coroutine), 0, 1,
     "Run each callback in a coroutine of its own."},
    {"max_coroutine", "max_coro_num", OptionKind::integer, kServer, offsetof(ServerConfig, max_coroutine), 1, 10000000,
     "Coroutines per worker."},
    {"hook_flags", "", OptionKind::integer, kServer, offsetof(ServerConfig, hook_flags), -1, 2147483647,
     "Which blocking calls suspend only their coroutine, SWOOLE_HOOK_* flags; -1: as "
     "Runtime::enableCoroutine() says. tern.hook_flags in php.ini goes before both."},
    {"hook_files", "", OptionKind::boolean, kServer, offsetof(ServerConfig, hook_files), 0, 1,
     "With SWOOLE_HOOK_FILE: calls on regular files that have to wait for a disk or a server suspend only their "
     "coroutine, while a thread makes them; what the kernel has in memory is read in place."},
    {"blocking_threshold", "",
     OptionKind::seconds, kServer, offsetof(ServerConfig, blocking_threshold_ms), 0, kDay,
     "The log tells which PHP code keeps a worker's loop from turning for so long; 0: off."},
    {"backlog", "", OptionKind::integer, kPort, offsetof(PortConfig, backlog), 1, 65535,
     "Connections that wait to be accepted."},
    {"enable_reuse_port", "", OptionKind::boolean, kPort, offsetof(PortConfig, enable_reuse_port), 0, 1,
     "Let several servers listen on the port (SO_REUSEPORT)."},
    {"open_tcp_nodelay", "", OptionKind::boolean, kPort, offsetof(PortConfig, open_tcp_nodelay), 0, 1,
     "Send small pieces at once (TCP_NODELAY)."},
    {"open_tcp_keepalive", "", OptionKind::boolean, kPort, offsetof(PortConfig, open_tcp_keepalive), 0, 1,
     "Ask silent peers whether they are there (SO_KEEPALIVE)."},
    {"tcp_keepidle", "", OptionKind::integer, kPort, offsetof(PortConfig, tcp_keepidle_s), 1, 32767,
     "Seconds of silence before the first question."},
    {"tcp_keepinterval", "", OptionKind::integer, kPort, offsetof(PortConfig, tcp_keepinterval_s), 1, 32767,
     "Seconds between questions."},
    {"tcp_keepcount", "", OptionKind::integer, kPort, offsetof(PortConfig, tcp_keepcount), 1, 127,
     "Questions without an answer that close the connection."},
    {"tcp_defer_accept", "", OptionKind::integer, kPort, offsetof(PortConfig, tcp_defer_accept_s), 0, 65535,
     "Seconds that a connection may wait for its first byte before it is accepted (TCP_DEFER_ACCEPT); 0: "
     "off."},
    {"tcp_user_timeout", "", OptionKind::integer, kPort, offsetof(PortConfig, tcp_user_timeout_ms), 0, 2147483647,
     "Milliseconds that sent data may stay unacknowledged (TCP_USER_TIMEOUT); 0: as the system does."},
    {"tcp_fastopen", "", OptionKind::boolean, kPort, offsetof(PortConfig, tcp_fastopen), 0, 1,
     "Accept data with the first packet (TCP_FASTOPEN)."},
    {"kernel_socket_recv_buffer_size", "",
     OptionKind::size, kPort, offsetof(PortConfig, kernel_socket_recv_buffer_size), 0, 2147483647,
     "The receive buffer of the system (SO_RCVBUF); 0: as the system does."},
    {"kernel_socket_send_buffer_size", "",
     OptionKind::size, kPort, offsetof(PortConfig, kernel_socket_send_buffer_size), 0, 2147483647,
     "The send buffer of the system (SO_SNDBUF); 0: as the system does."},
    {"socket_buffer_size", "", OptionKind::size, kPort, offsetof(PortConfig, socket_buffer_size), 65536, kNoLimit,
     "What may wait to be sent on one connection; a sender beyond it waits or fails."},
    {"buffer_high_watermark", "", OptionKind::size, kPort, offsetof(PortConfig, buffer_high_watermark), 0, kNoLimit,
     "Waiting bytes that trigger bufferFull; 0: four fifths of socket_buffer_size."},
    {"buffer_low_watermark", "", OptionKind::size, kPort, offsetof(PortConfig, buffer_low_watermark), 0, kNoLimit,
     "Waiting bytes that trigger bufferEmpty."},
    {"package_max_length", "", OptionKind::size, kPort, offsetof(PortConfig, package_max_length), 1024, kNoLimit,
     "The largest request body; beyond it the answer is 413."},
    {"max_idle_time", "", OptionKind::seconds, kPort, offsetof(PortConfig, max_idle_time_ms), 0, kDay,
     "A connection silent for so long is closed; 0: off."},
    {"heartbeat_idle_time", "", OptionKind::seconds, kPort, offsetof(PortConfig, heartbeat_idle_time_ms), 0, kDay,
     "A connection that sent nothing for so long is closed; 0: twice heartbeat_check_interval."},
    {"open_http_protocol", "", OptionKind::boolean, kPort, offsetof(PortConfig, open_http_protocol), 0, 1,
     "Speak HTTP; always on in the first port of Http\\Server."},
    {"http_parse_cookie", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_parse_cookie), 0, 1,
     "Fill Request::$cookie."},
    {"http_parse_post", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_parse_post), 0, 1,
     "Fill Request::$post."},
    {"http_parse_files", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_parse_files), 0, 1,
     "Fill Request::$files."},
    {"upload_tmp_dir", "", OptionKind::path, kPort, offsetof(PortConfig, upload_tmp_dir), 1, kPathLength,
     "Where uploaded files and large bodies are kept while their request is handled."},
    {"upload_max_filesize", "", OptionKind::size, kPort, offsetof(PortConfig, upload_max_filesize), 0, kNoLimit,
     "The largest multipart/form-data body, where that is more than package_max_length; beyond it the answer "
     "is 413."},
    {"http_header_timeout", "", OptionKind::seconds, kPort, offsetof(PortConfig, http_header_timeout_ms), 1, kDay,
     "How long a request head may take; beyond it the answer is 408."},
    {"http_body_timeout", "", OptionKind::seconds, kPort, offsetof(PortConfig, http_body_timeout_ms), 1, kDay,
     "The longest silence while a body is awaited; beyond it the answer is 408."},
    {"http_keepalive_timeout", "", OptionKind::seconds, kPort, offsetof(PortConfig, http_keepalive_timeout_ms), 0, kDay,
     "How long a connection waits for its next request; 0: it closes after the first."},
    {"http_header_max_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_header_max_size), 1024, 16384,
     "The largest request head; beyond it the answer is 431."},
    {"http_header_max_count", "", OptionKind::integer, kPort, offsetof(PortConfig, http_header_max_count), 1, 128,
     "Fields of a request head; beyond it the answer is 431."},
    {"http_target_max_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_target_max_size), 64, 16384,
     "The longest request target; beyond it the answer is 414."},
    {"http_body_memory_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_body_memory_size), 0, 1073741824,
     "Larger bodies go to a file in upload_tmp_dir while they arrive."},
    {"http_max_parts", "", OptionKind::integer, kPort, offsetof(PortConfig, http_max_parts), 1, 1000000,
     "Parts of a multipart body; beyond it the answer is 413."},
    {"enable_static_handler", "", OptionKind::boolean, kPort, offsetof(PortConfig, enable_static_handler), 0, 1,
     "Answer GET and HEAD requests for files in document_root without the program: see static.md."},
    {"document_root", "", OptionKind::path, kPort, offsetof(PortConfig, document_root), 0, kPathLength,
     "The directory of those files."},
    {"static_handler_locations", "",
     OptionKind::texts, kPort, offsetof(PortConfig, static_handler_locations), 0, kPathLength,
     "Where paths of files begin; what is not found there is answered with 404. Empty: everywhere, and what is "
     "not found goes to the program.", check_location},
    {"http_index_files", "", OptionKind::texts, kPort, offsetof(PortConfig, http_index_files), 0, 255,
     "Names of files that are sent for a directory, the first that exists.", check_name},
    {"http_autoindex", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_autoindex), 0, 1,
     "Send a list of a directory that has none of http_index_files."},
    {"url_rewrite_rules", "", OptionKind::map, kPort, offsetof(PortConfig, url_rewrite_rules), 0, kPathLength,
     "Paths to look for instead: the start of a path, or a regular expression as `~^/post/(\\d+)$~`, and what takes "
     "its place, as `/posts/$1.html`.", check_rewrite},
    {"static_cache_control", "", OptionKind::map, kPort, offsetof(PortConfig, static_cache_control), 0, 1024,
     "The Cache-Control field of files by pattern, as `*.css`; `*` matches slashes too, the first that fits counts.",
     check_cache_control},
    {"static_precompressed", "", OptionKind::boolean, kPort, offsetof(PortConfig, static_precompressed), 0, 1,
     "Send the neighbour with .br, .zst or .gz at the end of its name to clients that accept it."},
    {"static_follow_symlinks", "", OptionKind::boolean, kPort, offsetof(PortConfig, static_follow_symlinks), 0, 1,
     "Follow symbolic links out of document_root."},
    {"static_hidden_files", "", OptionKind::boolean, kPort, offsetof(PortConfig, static_hidden_files), 0, 1,
     "Send what begins with a dot, and the source of PHP files."},
    {"static_cache_size", "", OptionKind::size, kPort, offsetof(PortConfig, static_cache_size), 0, kNoLimit,
     "Bytes of small files that each worker keeps in memory."},
    {"static_cache_entries", "", OptionKind::integer, kPort, offsetof(PortConfig, static_cache_entries), 1, 1000000,
     "Files that each worker keeps in memory, and paths that lead nowhere; larger files are kept open, at most 256."},
    {"static_cache_valid", "", OptionKind::seconds, kPort, offsetof(PortConfig, static_cache_valid_ms), 0, kDay,
     "How long the name of a file is trusted before it is looked up again; 0: each time."},
    {"trusted_proxies", "", OptionKind::texts, kPort, offsetof(PortConfig, trusted_proxies), 0, 64,
     "Addresses and networks of proxies that are believed what they say of the client, `unix` for unix sockets: see "
     "http.md.", check_network},
    {"trusted_proxy_header", "", OptionKind::text, kPort, offsetof(PortConfig, trusted_proxy_header), 0, 16,
     "Where they say it: `x-forwarded` (X-Forwarded-For, -Proto, -Host, -Port) or `forwarded` (RFC 7239). The other is "
     "not looked at, since a client could have sent it.", check_proxy_header},
    {"proxy_protocol", "", OptionKind::boolean, kPort, offsetof(PortConfig, proxy_protocol), 0, 1,
     "Every connection begins with a PROXY header, version 1 or 2, that tells its client; others are closed."},
};
// clang-format on

// Known to the API and part of later versions of Tern: setting one is answered with a warning instead of silence.
constexpr const char* kPending[] = {
    "task_worker_num",
    "task_ipc_mode",
    "task_max_request",
    "task_max_request_grace",
    "task_tmpdir",
    "task_enable_coroutine",
    "task_object",
    "task_use_object",
    "single_thread",
    "bootstrap",
    "init_arguments",
    "message_queue_key",
    "event_object",
    "stats_file",
    "stats_timer_interval",
    "admin_server",
    "max_queued_bytes",
    "discard_timeout_request",
    "dispatch_func",
    "enable_unsafe_event",
    "enable_delay_receive",
    "send_yield",
    "start_session_id",
    "trace_flags",
    "debug_mode",
    "display_errors",
    "print_backtrace_on_error",
    "open_eof_check",
    "open_eof_split",
    "package_eof",
    "open_length_check",
    "package_length_type",
    "package_length_offset",
    "package_body_offset",
    "package_body_start",
    "package_length_func",
    "open_mqtt_protocol",
    "open_redis_protocol",
    "http_compression",
    "http_compression_level",
    "compression_level",
    "http_gzip_level",
    "http_compression_min_length",
    "compression_min_length",
    "http_compression_types",
    "compression_types",
    "open_http2_protocol",
    "http2_header_table_size",
    "http2_enable_push",
    "http2_max_concurrent_streams",
    "http2_init_window_size",
    "http2_max_frame_size",
    "http2_max_header_list_size",
    "open_websocket_protocol",
    "websocket_subprotocol",
    "websocket_compression",
    "websocket_mask",
    "open_websocket_close_frame",
    "open_websocket_ping_frame",
    "open_websocket_pong_frame",
    "ssl_cert_file",
    "ssl_key_file",
    "ssl_passphrase",
    "ssl_sni_certs",
    "ssl_protocols",
    "ssl_method",
    "ssl_ciphers",
    "ssl_ecdh_curve",
    "ssl_dhparam",
    "ssl_prefer_server_ciphers",
    "ssl_compress",
    "ssl_verify_peer",
    "ssl_client_cert_file",
    "ssl_cafile",
    "ssl_capath",
    "ssl_verify_depth",
    "ssl_allow_self_signed",
    "enable_preemptive_scheduler",
    "enable_deadlock_check",
    "c_stack_size",
    "stack_size",
    "name_resolver",
    "dns_cache_expire",
    "dns_cache_capacity",
    "dns_server",
    "use_async_resolver",
    "socket_dns_timeout",
    "socket_connect_timeout",
    "socket_read_timeout",
    "socket_recv_timeout",
    "socket_write_timeout",
    "socket_send_timeout",
    "socket_timeout",
    "aio_core_worker_num",
    "aio_worker_num",
    "aio_max_wait_time",
    "aio_max_idle_time",
    "iouring_entries",
    "iouring_workers",
    "iouring_flag",
    "enable_signalfd",
    "enable_kqueue",
    "wait_signal",
    "exit_condition",
    "socket_dontwait",
    "request_slowlog_file",
    "request_slowlog_timeout",
};

constexpr OptionTable kTable{kRows, kPending};

int64_t default_connections() noexcept {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kMaxDefaultConnections;
    return std::min(static_cast<int64_t>(limit.rlim_cur), kMaxDefaultConnections);
}

void resolve_port(PortConfig& port) noexcept {
    if (port.buffer_high_watermark == 0) port.buffer_high_watermark = port.socket_buffer_size / 5 * 4;
}

}  // namespace

const OptionTable& server_options() noexcept { return kTable; }

int64_t blocking_threshold_ms(const ServerConfig& config, const OptionMask& touched, int64_t of_coroutines) noexcept {
    const auto row = static_cast<size_t>(find_option(kTable, "blocking_threshold") - kTable.rows.data());
    if (touched.has(row)) return config.blocking_threshold_ms;
    return of_coroutines >= 0 ? of_coroutines : ini_blocking_threshold_ms(kBlockingThresholdMs);
}

void resolve_defaults(ServerConfig& config) noexcept {
    if (config.worker_num == 0) config.worker_num = usable_cpus();
    if (config.reactor_num == 0) config.reactor_num = config.worker_num;
    if (config.max_request_grace < 0) config.max_request_grace = config.max_request / 2;
    if (config.max_connection == 0) config.max_connection = default_connections();
    resolve_port(config.port);
}

}  // namespace tern::php
