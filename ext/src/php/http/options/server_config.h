// The options of a server, as plain data: those of the core's classes, and those that only the PHP side uses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "php/engine/options/coroutine_options.h"
#include "php/engine/options/options.h"
#include "php/http/options/port_config.h"
#include "proc/log_file.h"
#include "proc/master.h"
#include "proc/privileges.h"
#include "serve/input_budget.h"
#include "serve/request_entry.h"

namespace tern::php {

struct ServerConfig {
    PortConfig port;
    proc::MasterOptions master;
    proc::PrivilegeOptions privileges;
    proc::LogFileOptions log;
    serve::AdmissionLimits admission;
    std::vector<serve::RoomOptions> rooms;  // one for each Tern\WebSocket\Rooms

    int64_t worker_num = 0;          // 0: one per usable CPU
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
    int64_t start_session_id = 0;
    int64_t max_queued_bytes = 0;               // 0: no limit
    bool dispatch_func = false;                 // there is one: see php/server/message/packet_dispatch.h
    int64_t max_connection = 0;                 // 0: what ulimit -n allows, at most 100000
    int64_t max_request_execution_time_ms = 0;  // 0: off; beyond it: 504
    int64_t db_connections = 0;                 // 0: not shared
    int64_t redis_connections = 0;              // 0: not shared
    int64_t db_connections_timeout_ms = 10'000;
    int64_t db_connections_min = 0;
    std::vector<std::string> db_shared_queries;  // their digests, or "*"; empty: off
    std::string db_multiplex = "off";
    std::string db_queries;     // "totals", "log"; empty: they are not observed
    int64_t slow_query_ms = 0;  // 0: off
    int64_t send_timeout_ms = serve::Limits().send_timeout_ms;
    int64_t slow_request_ms = 0;              // 0: off; with slow_request_file: a second
    std::string slow_request_file;            // empty: the log
    int64_t heartbeat_check_interval_ms = 0;  // 0: off
    int64_t dispatch_mode = 2;
    bool enable_delay_receive = false;
    bool send_yield = true;
    bool event_object = false;
    int64_t input_buffer_size = 2 << 20;
    uint64_t worker_input_buffer_size = serve::InputBudget::kDefaultLimit;  // 0: no limit
    int64_t output_buffer_size = 0xffff'ffff;
    bool limits_output = false;   // by output_buffer_size: the server is one of SWOOLE_PROCESS
    bool is_of_threads = false;   // it is one of SWOOLE_THREAD
    bool init_arguments = false;  // there is a callable: see php/server/server_threads
    std::string bootstrap;        // what the workers of SWOOLE_THREAD run; empty: nothing more

    bool daemonize = false;
    std::string admin;  // address; empty: none
    std::string admin_token;
    std::vector<std::string> admin_hosts;
    std::string admin_server;  // address; empty: none
    std::string stats_file;    // empty: none
    int64_t stats_timer_interval_ms = 1'000;
    bool open_cpu_affinity = false;
    std::vector<int> cpu_affinity_ignore;
    int64_t batch_scheduling = -1;  // -1: by the number of workers

    LogLevel log_level = LogLevel::info;

    std::string http_html_snippet;

    std::string tracing;                       // empty: off
    int64_t tracing_sample_ratio = 1'000'000;  // millionths
    std::string tracing_service_name = "tern";
    TextPairs tracing_headers;
    bool tracing_raw_queries = false;

    bool enable_coroutine = true;
    int64_t max_coroutine = 0;  // 0: that of Coroutine::set()
    int64_t hook_flags = -1;    // -1: not set
    bool hook_files = false;
    int64_t blocking_threshold_ms = kBlockingThresholdMs;
    bool ignored_switch = false;
    int64_t ignored_size = 0;
};

// The table of every option of Server::set() and Server\Port::set(). It sets the given values. Only resolve_defaults()
// and resolve_port() change them or query the system.
const OptionTable& server_options() noexcept;

// The first that is set: the server's option, that of Coroutine::set() (-1: not set), php.ini, the default.
int64_t blocking_threshold_ms(const ServerConfig& config, const OptionMask& touched, int64_t of_coroutines) noexcept;

// The value of max_connection if it is not set.
int64_t default_connections() noexcept;

// Sets the values that depend on the machine or on other options: worker_num, max_request_grace, max_connection...
void resolve_defaults(ServerConfig& config) noexcept;

}  // namespace tern::php
