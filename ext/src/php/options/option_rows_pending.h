// Options of the API that have no effect in Tern.
#pragma once

namespace tern::php::option_rows {

// clang-format off
constexpr const char* kPending[] = {
    "bootstrap",
    "init_arguments",
    "message_queue_key",
    "max_queued_bytes",
    "dispatch_func",
    "start_session_id",
    "trace_flags",
    "debug_mode",
    "print_backtrace_on_error",
    "dns_cache_expire",
    "dns_cache_capacity",
    "use_async_resolver",
    "iouring_entries",
    "iouring_workers",
    "iouring_flag",
    "enable_kqueue",
};
// clang-format on

}  // namespace tern::php::option_rows
