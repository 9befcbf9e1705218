// Options of the API that have no effect in Tern.
#pragma once

namespace tern::php::option_rows {

// clang-format off
constexpr const char* kPending[] = {
    "bootstrap",
    "init_arguments",
    "trace_flags",
    "debug_mode",
    "use_async_resolver",
    "iouring_entries",
    "iouring_workers",
    "iouring_flag",
    "enable_kqueue",
};
// clang-format on

}  // namespace tern::php::option_rows
