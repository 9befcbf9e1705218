#include <algorithm>
#include <array>
#include <sys/resource.h>
#include <type_traits>

#include "base/cpu.h"
#include "php/http/options/option_rows_database.h"
#include "php/http/options/option_rows_fastcgi.h"
#include "php/http/options/option_rows_http.h"
#include "php/http/options/option_rows_http2.h"
#include "php/http/options/option_rows_packets.h"
#include "php/http/options/option_rows_port.h"
#include "php/http/options/option_rows_task.h"
#include "php/http/options/option_rows_telemetry.h"
#include "php/http/options/option_rows_tls.h"
#include "php/http/options/option_rows_websocket.h"
#include "php/http/options/server_config.h"

namespace tern::php {

namespace {

static_assert(std::is_standard_layout_v<PortConfig>);
static_assert(std::is_standard_layout_v<ServerConfig>);

using namespace option_rows;

constexpr int64_t kMaxDefaultConnections = 100'000;
constexpr int64_t kSlowRequestMs = 1'000;

// Options of the API that have no effect in Tern.
// clang-format off
constexpr const char* kPending[] = {
    "trace_flags",
    "debug_mode",
    "use_async_resolver",
    "iouring_entries",
    "iouring_workers",
    "iouring_flag",
    "enable_kqueue",
};
// clang-format on

// clang-format off
constexpr Option kServerRows[] = {
    {"worker_num", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, worker_num), 0, 1024,
     "The number of worker processes. 0: one for each CPU that the process may use. A server with `SWOOLE_BASE`, the "
     "default mode, begins with 1."},
    {"reactor_num", "", OptionKind::count, kServer, TERN_MEMBER(ServerConfig, ignored_size), 0, 1024,
     "Accepted, without effect: every worker has its own loop."},
    {"max_request", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, max_request), 0, kNoLimit,
     "After this many requests a new process replaces a worker. 0: never."},
    {"max_request_grace", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, max_request_grace), -1, kNoLimit,
     "The most requests that are added to max_request at random, so workers do not end at the same time. -1: half of "
     "it."},
    {"reload_async", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, reload_async), 0, 1,
     "A worker that ends also waits for its coroutines, after its requests. Off: it cancels them."},
    {"max_wait_time", "", OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, master.max_wait_time_ms), 0, kDay,
     "How long a worker may take to end before it is killed, and how long the master waits for what `beforeShutdown`, "
     "`managerStop` and `shutdown` have started."},
    {"max_connection", "max_conn", OptionKind::count, kServer, TERN_MEMBER(ServerConfig, max_connection), 0, 10000000,
     "The most open connections of the whole server. Beyond it, new ones wait in the backlog. 0: what `ulimit -n` "
     "allows, at most 100000."},
    {"start_session_id", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, start_session_id), 0, int64_t{1} << 53,
     "The numbers (`fd`) of connections begin after this one, and grow."},
    {"max_concurrency", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, admission.max_concurrency), 0, kNoLimit,
     "The most requests that the whole server handles at a time. Beyond it, the response is 503. 0: no limit."},
    {"worker_max_concurrency", "",
     OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, admission.worker_max_concurrency), 0, kNoLimit,
     "The most requests that one worker handles at a time. Beyond it, requests wait. 0: no limit."},
    {"max_request_execution_time", "request_timeout",
     OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, max_request_execution_time_ms), 0, kDay,
     "How long a request may take in its coroutine. After that a `TimeoutException` is thrown where it waits. The "
     "response is 504, unless the callback catches the exception and sends one. 0: off."},
    {"send_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, send_timeout_ms), 0, kDay,
     "How long sending may make no progress before the connection is closed. 0: off."},
    {"slow_request_ms", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, slow_request_ms), 0, kDay,
     "A request that takes this many milliseconds is logged with its PHP stack, and at its end with what it took. 0: "
     "off, or 1000 with slow_request_file. See logs.md."},
    {"request_slowlog_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, slow_request_ms), 0, kDay,
     "The same in seconds."},
    {"slow_request_file", "request_slowlog_file",
     OptionKind::path, kServer, TERN_MEMBER(ServerConfig, slow_request_file), 0, kPathLength,
     "The log file of slow requests. Empty: log_file."},
    {"dispatch_mode", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, dispatch_mode), 0, 10,
     "2, 4, 5 and 8, if they are set: a connection stays with its worker. Otherwise without effect: between two requests "
     "a connection may go to a worker with less to do. See operate.md."},
    {"discard_timeout_request", "enable_unsafe_event single_thread socket_dontwait enable_signalfd",
     OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, ignored_switch), 0, 1,
     "Accepted, without effect: a worker reads its connections itself. So it drops requests of closed ones, and calls "
     "connect and close in every dispatch_mode."},
    {"pipe_buffer_size", "unixsock_buffer_size",
     OptionKind::size, kServer, TERN_MEMBER(ServerConfig, ignored_size), 0, kNoLimit,
     "Accepted, without effect: messages between workers are in shared memory."},
    {"input_buffer_size", "buffer_input_size",
     OptionKind::size, kServer, TERN_MEMBER(ServerConfig, input_buffer_size), 0, kNoLimit,
     "Accepted, without effect: see package_max_length and http_body_memory_size."},
    {"worker_input_buffer_size", "",
     OptionKind::size, kServer, TERN_MEMBER(ServerConfig, worker_input_buffer_size), 0, kNoLimit,
     "The memory of a worker for bodies, messages and packets that have not arrived completely, and for decoding them. "
     "Beyond it the oldest are dropped: 503, 1013 for a WebSocket, the end for other connections. Bodies that need no "
     "decoding move to files. One alone may be larger. 0: any amount."},
    {"output_buffer_size", "buffer_output_size",
     OptionKind::size, kServer, TERN_MEMBER(ServerConfig, output_buffer_size), 1024, kNoLimit,
     "The most bytes of one send. It has no effect with SWOOLE_BASE."},
    {"heartbeat_check_interval", "",
     OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, heartbeat_check_interval_ms), 0, kDay,
     "Where heartbeat_idle_time is 0, it becomes twice this value. Idle connections are closed on time, not at "
     "intervals."},
    {"init_arguments", "", OptionKind::callable, kServer, TERN_MEMBER(ServerConfig, init_arguments), 0, 1,
     "With SWOOLE_THREAD: a function that start() calls once. In all processes of the server `Swoole\\Thread::getArguments()` returns "
     "the array that it returned. See threads.md."},
    {"bootstrap", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, bootstrap), 0, kPathLength,
     "Accepted, without effect: workers are forked after the script has set up everything, and run no file again."},
    {"daemonize", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, daemonize), 0, 1,
     "Run in the background."},
    {"pid_file", "", OptionKind::path, kServer, TERN_MEMBER(ServerConfig, master.pid_file), 0, kPathLength,
     "The file that gets the pid of the master process. It is removed at the end."},
    {"user", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, privileges.user), 0, 255,
     "The user that workers run as: a name or a number."},
    {"group", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, privileges.group), 0, 255,
     "The group that workers run as. Empty: the group of the user."},
    {"chroot", "", OptionKind::path, kServer, TERN_MEMBER(ServerConfig, privileges.chroot), 0, kPathLength,
     "The root directory of workers."},
    {"open_cpu_affinity", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, open_cpu_affinity), 0, 1,
     "Keep each worker on one CPU."},
    {"cpu_affinity_ignore", "", OptionKind::integers, kServer, TERN_MEMBER(ServerConfig, cpu_affinity_ignore), 0, 4095,
     "The CPUs that open_cpu_affinity does not use."},
    {"batch_scheduling", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, batch_scheduling), -1, 1,
     "1: workers run with SCHED_BATCH (sched(7)). A woken worker never preempts a running process. That uses busy CPUs "
     "better, and costs milliseconds of latency while other programs keep all CPUs busy. 0: off. -1: on where there "
     "are more workers and task workers than CPUs."},
    {"log_file", "", OptionKind::path, kServer, TERN_MEMBER(ServerConfig, log.path), 0, kPathLength,
     "The log file. Empty: standard error."},
    {"log_level", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, log_level), 0, 6,
     "The lowest level that is logged, a SWOOLE_LOG_* constant."},
    {"stats_file", "", OptionKind::path, kServer, TERN_MEMBER(ServerConfig, stats_file), 0, kPathLength,
     "The first worker writes stats() into this file again and again: as JSON (.json), as PHP code that returns an array "
     "(.php), else a line for each figure. Empty: no file."},
    {"stats_timer_interval", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, stats_timer_interval_ms), 1, kDay,
     "How often that file is written, in milliseconds."},
    {"admin_server", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, admin_server), 0, kPathLength,
     "The address where Swoole\\Server\\Admin serves, \"http://host:port\". The option admin is Tern's own page."},
    {"log_rotation", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, log.rotation), 0, 4,
     "When a new log file begins, a SWOOLE_LOG_ROTATION_* constant."},
    {"log_date_format", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, log.date_format), 0, 64,
     "The time in log lines, as for strftime(3)."},
    {"log_date_with_microseconds", "",
     OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, log.with_microseconds), 0, 1,
     "Add microseconds to the time in log lines."},
    {"log_prefix", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, log.has_prefix), 0, 1,
     "Log lines begin with the time and the process. Off: with the level alone, as `ERROR: `, for a reader that adds the "
     "rest."},
    {"http_html_snippet", "", OptionKind::text, kServer, TERN_MEMBER(ServerConfig, http_html_snippet), 0, 65536,
     "Text that end() adds to whole HTML documents, for tools of developers. Empty: nothing."},
    {"enable_coroutine", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, enable_coroutine), 0, 1,
     "Run each callback in its own coroutine."},
    {"max_coroutine", "max_coro_num", OptionKind::count, kServer, TERN_MEMBER(ServerConfig, max_coroutine), 0, 10000000,
     "The most coroutines of each worker. 0: as many as Coroutine::set() allows, or 100000."},
    {"hook_flags", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, hook_flags), -1, 2147483647,
     "The blocking calls that suspend only their coroutine, SWOOLE_HOOK_* flags. -1: Runtime::enableCoroutine() "
     "decides. tern.hook_flags in php.ini has priority over both."},
    {"hook_files", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, hook_files), 0, 1,
     "With SWOOLE_HOOK_FILE: calls on regular files that have to wait for a disk or a server suspend only their "
     "coroutine, while a thread makes them. What the kernel has in memory is read at once."},
    {"blocking_threshold", "",
     OptionKind::seconds, kServer, TERN_MEMBER(ServerConfig, blocking_threshold_ms), 0, kDay,
     "When the loop of a worker has not turned for this time, the log names the PHP code that blocks it. 0: off."},
};
// clang-format on

constexpr auto kRows = [] {
    std::array<Option, std::size(kServerRows) + std::size(kAdminRows) + std::size(kTaskRows) + std::size(kPortRows) +
                           std::size(kHttpRows) + std::size(kHttp2Rows) + std::size(kFastcgiRows) +
                           std::size(kTlsRows) + std::size(kTracingRows) + std::size(kWebSocketRows) +
                           std::size(kPacketRows) + std::size(kDatabaseRows)>
        rows{};
    auto end = std::ranges::copy(kServerRows, rows.begin()).out;
    end = std::ranges::copy(kAdminRows, end).out;
    end = std::ranges::copy(kTaskRows, end).out;
    end = std::ranges::copy(kPortRows, end).out;
    end = std::ranges::copy(kHttpRows, end).out;
    end = std::ranges::copy(kHttp2Rows, end).out;
    end = std::ranges::copy(kFastcgiRows, end).out;
    end = std::ranges::copy(kTlsRows, end).out;
    end = std::ranges::copy(kTracingRows, end).out;
    end = std::ranges::copy(kWebSocketRows, end).out;
    end = std::ranges::copy(kPacketRows, end).out;
    std::ranges::copy(kDatabaseRows, end);
    return rows;
}();
static_assert(kRows.size() <= OptionMask::kMaxRows);
static_assert(fit_members(kRows));

constexpr OptionTable kTable{kRows, kPending};

}  // namespace

const OptionTable& server_options() noexcept { return kTable; }

int64_t default_connections() noexcept {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kMaxDefaultConnections;
    return std::min(static_cast<int64_t>(limit.rlim_cur), kMaxDefaultConnections);
}

int64_t blocking_threshold_ms(const ServerConfig& config, const OptionMask& touched, int64_t of_coroutines) noexcept {
    const auto row = static_cast<size_t>(find_option(kTable, "blocking_threshold") - kTable.rows.data());
    if (touched.has(row)) return config.blocking_threshold_ms;
    return of_coroutines >= 0 ? of_coroutines : ini_blocking_threshold_ms(kBlockingThresholdMs);
}

void resolve_defaults(ServerConfig& config) noexcept {
    if (config.worker_num == 0) config.worker_num = usable_cpus();
    if (config.slow_request_ms == 0 && !config.slow_request_file.empty()) config.slow_request_ms = kSlowRequestMs;
    if (config.max_request_grace < 0) config.max_request_grace = config.max_request / 2;
    if (config.task_max_request_grace < 0) config.task_max_request_grace = config.task_max_request / 2;
    if (config.max_connection == 0) config.max_connection = default_connections();
}

}  // namespace tern::php
