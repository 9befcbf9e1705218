// Known to the API and part of later versions of Tern: setting one is answered with a warning instead of silence.
#pragma once

namespace tern::php::option_rows {

// clang-format off
constexpr const char* kPending[] = {
    "single_thread",
    "bootstrap",
    "init_arguments",
    "message_queue_key",
    "stats_file",
    "stats_timer_interval",
    "admin_server",
    "max_queued_bytes",
    "discard_timeout_request",
    "dispatch_func",
    "enable_unsafe_event",
    "start_session_id",
    "trace_flags",
    "debug_mode",
    "display_errors",
    "print_backtrace_on_error",
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
// clang-format on

}  // namespace tern::php::option_rows
