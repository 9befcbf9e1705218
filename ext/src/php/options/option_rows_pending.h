// Options of the API that Tern does not have yet: setting one causes a warning.
#pragma once

namespace tern::php::option_rows {

// clang-format off
constexpr const char* kPending[] = {
    "bootstrap",
    "init_arguments",
    "message_queue_key",
    "stats_file",
    "stats_timer_interval",
    "admin_server",
    "max_queued_bytes",
    "dispatch_func",
    "start_session_id",
    "trace_flags",
    "debug_mode",
    "display_errors",
    "print_backtrace_on_error",
    "name_resolver",
    "dns_cache_expire",
    "dns_cache_capacity",
    "dns_server",
    "use_async_resolver",
    "iouring_entries",
    "iouring_workers",
    "iouring_flag",
    "enable_kqueue",
    "wait_signal",
    "exit_condition",
};
// clang-format on

}  // namespace tern::php::option_rows
