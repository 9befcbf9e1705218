#include "php/options/server_options.h"

#include <algorithm>
#include <array>
#include <sys/resource.h>
#include <type_traits>

#include "base/cpu.h"
#include "php/options/option_rows_admin.h"
#include "php/options/option_rows_http.h"
#include "php/options/option_rows_http2.h"
#include "php/options/option_rows_packets.h"
#include "php/options/option_rows_pending.h"
#include "php/options/option_rows_port.h"
#include "php/options/option_rows_task.h"
#include "php/options/option_rows_tls.h"
#include "php/options/option_rows_tracing.h"
#include "php/options/option_rows_websocket.h"

namespace tern::php {

namespace {

static_assert(std::is_standard_layout_v<PortConfig>);
static_assert(std::is_standard_layout_v<ServerConfig>);

using namespace option_rows;

constexpr int64_t kMaxDefaultConnections = 100'000;
constexpr int64_t kSlowRequestMs = 1'000;

// clang-format off
constexpr Option kServerRows[] = {
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
     "How long a worker that leaves may take before it is killed, and how long the master waits for what `beforeShutdown`, "
     "`managerStop` and `shutdown` have begun."},
    {"max_connection", "max_conn", OptionKind::integer, kServer, offsetof(ServerConfig, max_connection), 0, 10000000,
     "Open connections of the whole server, beyond it new ones wait in the backlog; 0: what `ulimit -n` "
     "allows, at most 100000."},
    {"max_concurrency", "", OptionKind::integer, kServer, offsetof(ServerConfig, max_concurrency), 0, kNoLimit,
     "Requests being handled in the whole server, beyond it the answer is 503; 0: no limit."},
    {"worker_max_concurrency", "",
     OptionKind::integer, kServer, offsetof(ServerConfig, worker_max_concurrency), 0, kNoLimit,
     "Requests being handled in one worker, beyond it they wait for their turn; 0: no limit."},
    {"max_request_execution_time", "request_timeout",
     OptionKind::seconds, kServer, offsetof(ServerConfig, max_request_execution_time_ms), 0, kDay,
     "How long a request may be handled in its coroutine, beyond it the answer is 504 and what it waits for "
     "is cancelled; 0: off."},
    {"send_timeout", "", OptionKind::seconds, kServer, offsetof(ServerConfig, send_timeout_ms), 0, kDay,
     "How long sending may make no progress before the connection is closed; 0: off."},
    {"slow_request_ms", "", OptionKind::integer, kServer, offsetof(ServerConfig, slow_request_ms), 0, kDay,
     "A request that takes so many milliseconds is logged, with its PHP stack at that moment, and at its end with what "
     "it took; 0: off, or with slow_request_file 1000. See operate.md."},
    {"request_slowlog_timeout", "", OptionKind::seconds, kServer, offsetof(ServerConfig, slow_request_ms), 0, kDay,
     "The same in seconds."},
    {"slow_request_file", "request_slowlog_file",
     OptionKind::path, kServer, offsetof(ServerConfig, slow_request_file), 0, kPathLength,
     "Where slow requests are logged; empty: in log_file."},
    {"dispatch_mode", "", OptionKind::integer, kServer, offsetof(ServerConfig, dispatch_mode), 0, 10,
     "Accepted: the worker that accepted a connection, or was dealt it right after, serves it; see operate.md."},
    {"discard_timeout_request", "enable_unsafe_event single_thread socket_dontwait enable_signalfd",
     OptionKind::boolean, kServer, offsetof(ServerConfig, ignored_switch), 0, 1,
     "Accepted: a worker reads its connections itself, so it drops requests of closed ones, and calls connect and close "
     "in every dispatch_mode."},
    {"pipe_buffer_size", "unixsock_buffer_size",
     OptionKind::size, kServer, offsetof(ServerConfig, ignored_size), 0, kNoLimit,
     "Accepted: what workers send each other lies in shared memory."},
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
    {"batch_scheduling", "", OptionKind::integer, kServer, offsetof(ServerConfig, batch_scheduling), -1, 1,
     "1: workers run by SCHED_BATCH (sched(7)): a woken worker never preempts a running process, which makes more of busy CPUs "
     "and costs milliseconds of latency while other programs keep all of them busy. 0: they don't. -1: they do where "
     "workers and task workers outnumber the CPUs."},
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
    {"http_html_snippet", "", OptionKind::text, kServer, offsetof(ServerConfig, http_html_snippet), 0, 65536,
     "What end() adds to whole HTML documents, for tools of developers; empty: nothing."},
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
};
// clang-format on

constexpr auto kRows = [] {
    std::array<Option, std::size(kServerRows) + std::size(kAdminRows) + std::size(kTaskRows) + std::size(kPortRows) +
                           std::size(kHttpRows) + std::size(kHttp2Rows) + std::size(kTlsRows) +
                           std::size(kTracingRows) + std::size(kWebSocketRows) + std::size(kPacketRows)>
        rows{};
    auto end = std::ranges::copy(kServerRows, rows.begin()).out;
    end = std::ranges::copy(kAdminRows, end).out;
    end = std::ranges::copy(kTaskRows, end).out;
    end = std::ranges::copy(kPortRows, end).out;
    end = std::ranges::copy(kHttpRows, end).out;
    end = std::ranges::copy(kHttp2Rows, end).out;
    end = std::ranges::copy(kTlsRows, end).out;
    end = std::ranges::copy(kTracingRows, end).out;
    end = std::ranges::copy(kWebSocketRows, end).out;
    std::ranges::copy(kPacketRows, end);
    return rows;
}();
static_assert(kRows.size() <= OptionMask::kMaxRows);

constexpr OptionTable kTable{kRows, kPending};

void resolve_port(PortConfig& port) noexcept {
    if (port.buffer_high_watermark == 0) port.buffer_high_watermark = port.socket_buffer_size / 5 * 4;
}

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
    if (config.reactor_num == 0) config.reactor_num = config.worker_num;
    if (config.max_request_grace < 0) config.max_request_grace = config.max_request / 2;
    if (config.task_max_request_grace < 0) config.task_max_request_grace = config.task_max_request / 2;
    if (config.max_connection == 0) config.max_connection = default_connections();
    resolve_port(config.port);
}

}  // namespace tern::php
