// The options of Coroutine::set(), which a server has, too. They belong to the process and may be set before the
// runtime is made or while it runs.
#pragma once

#include "php/engine/options/options.h"

namespace tern::php {

inline constexpr int64_t kMaxCoroutines = 100'000;

struct CoroutineOptions {
    int64_t log_level = 2;
    bool display_errors = true;
    bool print_backtrace_on_error = false;
    int64_t max_coroutine = kMaxCoroutines;  // 0: this number
    int64_t c_stack_size = 0;                // 0: usual_stack_bytes()
    int64_t hook_flags = -1;                 // -1: not set
    bool hook_files = false;
    bool enable_deadlock_check = true;
    bool enable_preemptive_scheduler = false;
    bool has_exit_condition = false;
    bool wait_signal = false;
    int64_t aio_core_worker_num = 0;  // 0: the built-in numbers
    int64_t aio_worker_num = 0;
    int64_t aio_max_wait_time_ms = 0;
    int64_t aio_max_idle_time_ms = 1'000;
    int64_t blocking_threshold_ms = -1;  // -1: not set
    // Timeouts of sockets. 0 or less: no limit; but 0 for reading and writing: socket_timeout_ms.
    std::string dns_server;           // empty: those of the system
    int64_t dns_cache_expire_ms = 0;  // 0: no cache
    int64_t dns_cache_capacity = 1'000;
    int64_t socket_dns_timeout_ms = 60'000;
    int64_t socket_connect_timeout_ms = 10'000;
    int64_t socket_timeout_ms = 60'000;
    int64_t socket_read_timeout_ms = 0;
    int64_t socket_write_timeout_ms = 0;
    OptionMask touched{};
};

inline size_t coroutine_limit(const CoroutineOptions& options) noexcept {
    return static_cast<size_t>(options.max_coroutine == 0 ? kMaxCoroutines : options.max_coroutine);
}

inline constexpr int64_t kBlockingThresholdMs = 100;

// The threshold where no option sets one, from swoole.blocking_detection and swoole.blocking_threshold of php.ini. 0:
// off. Where php.ini does not set them either, the result is `usual_ms`.
int64_t ini_blocking_threshold_ms(int64_t usual_ms) noexcept;

const OptionTable& coroutine_option_table() noexcept;

}  // namespace tern::php
