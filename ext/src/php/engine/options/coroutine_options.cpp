#include "php/engine/options/coroutine_options.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "boundary/names.h"
#include "php/engine/fiber/fiber_stack.h"

namespace tern::php {

namespace {

static_assert(std::is_standard_layout_v<CoroutineOptions>);

constexpr OptionScope kServer = OptionScope::server;
constexpr int64_t kDay = 86'400'000;  // ms
constexpr int64_t kNoLimit = -1'000;  // -1 s
constexpr int64_t kMostThreads = 1024;

const char* check_name_server(Bytes, Bytes value) {
    const bool is_good = value.empty() || boundary::name_server(std::string(value)).sin_family != 0;
    return is_good ? nullptr : "be an address of IPv4, with or without a port";
}

// clang-format off
constexpr Option kRows[] = {
    {"log_level", "", OptionKind::integer, kServer, TERN_MEMBER(CoroutineOptions, log_level), 0, 6,
     "The lowest level that is logged, a SWOOLE_LOG_* constant."},
    {"display_errors", "", OptionKind::boolean, kServer, TERN_MEMBER(CoroutineOptions, display_errors), 0, 1,
     "Whether warnings of the API are shown, as swoole.display_errors in php.ini."},
    {"print_backtrace_on_error", "", OptionKind::boolean, kServer, TERN_MEMBER(CoroutineOptions, print_backtrace_on_error),
     0, 1, "An error in the log is followed by the PHP stack of what ran."},
    {"max_coroutine", "max_coro_num", OptionKind::count, kServer, TERN_MEMBER(CoroutineOptions, max_coroutine),
     0, 10'000'000, "How many coroutines may exist at once. 0: 100000."},
    {"c_stack_size", "stack_size", OptionKind::size, kServer, TERN_MEMBER(CoroutineOptions, c_stack_size), 0,
     FiberStack::kMostBytes, "C stack of coroutines that are made from now on, 64 KB at least; 0: 8 MB, and 512 KB "
     "where addresses are limited. Memory is used as far as the stack is, and given back."},
    {"hook_flags", "", OptionKind::integer, kServer, TERN_MEMBER(CoroutineOptions, hook_flags), 0, UINT32_MAX,
     "The blocking calls that suspend only their coroutine, SWOOLE_HOOK_* flags."},
    {"hook_files", "", OptionKind::boolean, kServer, TERN_MEMBER(CoroutineOptions, hook_files), 0, 1,
     "With SWOOLE_HOOK_FILE: calls on regular files that have to wait for a disk or a server suspend only their "
     "coroutine, while a thread makes them. What the kernel has in memory is read at once."},
    {"enable_deadlock_check", "", OptionKind::boolean, kServer, TERN_MEMBER(CoroutineOptions, enable_deadlock_check), 0, 1,
     "At the end of a program without a server, report coroutines that wait for each other for ever."},
    {"enable_preemptive_scheduler", "", OptionKind::boolean, kServer,
     TERN_MEMBER(CoroutineOptions, enable_preemptive_scheduler), 0, 1,
     "A coroutine that computes for more than 10 ms lets others run."},
    {"exit_condition", "", OptionKind::callable, kServer, TERN_MEMBER(CoroutineOptions, has_exit_condition), 0, 1,
     "A function that is asked when nothing is left that a program without a server waits for: while it returns false, "
     "the program continues, and asks again every 10 ms."},
    {"wait_signal", "", OptionKind::boolean, kServer, TERN_MEMBER(CoroutineOptions, wait_signal), 0, 1,
     "A program without a server continues while Process::signal() has a handler."},
    {"aio_core_worker_num", "", OptionKind::count, kServer, TERN_MEMBER(CoroutineOptions, aio_core_worker_num), 0,
     kMostThreads, "How many threads for files and names stay; 0: 1."},
    {"aio_worker_num", "", OptionKind::count, kServer, TERN_MEMBER(CoroutineOptions, aio_worker_num), 0, kMostThreads,
     "The most threads for files and names. 0: 8."},
    {"aio_max_wait_time", "", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, aio_max_wait_time_ms), 0, kDay,
     "Accepted, without effect: another thread starts as soon as none is idle."},
    {"aio_max_idle_time", "", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, aio_max_idle_time_ms), 0, kDay,
     "How long a thread waits for work before it ends."},
    {"blocking_threshold", "", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, blocking_threshold_ms), 0, kDay,
     "When the loop has not turned for this time, the log names the PHP code that blocks it. 0: off."},
    {"dns_server", "", OptionKind::text, kServer, TERN_MEMBER(CoroutineOptions, dns_server), 0, 32,
     "The name server that Coroutine\\System and the sockets ask, \"address:port\" of IPv4. Empty: those of the system. "
     "Other lookups, as those of PHP's own functions, ask the system's.",
     check_name_server},
    {"dns_cache_expire", "dns_cache_refresh_time", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, dns_cache_expire_ms), 0, kDay,
     "How long Coroutine\\System and the sockets use an address that they looked up. 0: they always look up."},
    {"dns_cache_capacity", "", OptionKind::count, kServer, TERN_MEMBER(CoroutineOptions, dns_cache_capacity), 0,
     1'000'000, "The most names for which addresses are kept, with dns_cache_expire."},
    {"socket_dns_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, socket_dns_timeout_ms), kNoLimit,
     kDay, "How long Coroutine\\Socket looks up the name of a host; -1: as long as connect() may take."},
    {"socket_connect_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, socket_connect_timeout_ms),
     kNoLimit, kDay, "How long Coroutine\\Socket waits for a connection where no timeout is given; -1: for ever."},
    {"socket_timeout", "", OptionKind::seconds, kServer, TERN_MEMBER(CoroutineOptions, socket_timeout_ms), kNoLimit, kDay,
     "The same for reading and writing. -1: no limit."},
    {"socket_read_timeout", "socket_recv_timeout", OptionKind::seconds, kServer,
     TERN_MEMBER(CoroutineOptions, socket_read_timeout_ms), kNoLimit, kDay,
     "The same for reading and accepting. -1: no limit. 0: socket_timeout."},
    {"socket_write_timeout", "socket_send_timeout", OptionKind::seconds, kServer,
     TERN_MEMBER(CoroutineOptions, socket_write_timeout_ms), kNoLimit, kDay, "For writing; -1: for ever, 0: socket_timeout."},
};
// clang-format on
static_assert(fit_members(kRows));

}  // namespace

const OptionTable& coroutine_option_table() noexcept {
    static constexpr OptionTable table{kRows, {}};
    return table;
}

int64_t ini_blocking_threshold_ms(int64_t usual_ms) noexcept {
    const zend_long wanted_us = zend_ini_long(ZEND_STRL("swoole.blocking_threshold"), false);
    const bool changed = wanted_us > 0 && wanted_us != kBlockingThresholdMs * 1'000;
    const int64_t wanted_ms = changed ? std::max<int64_t>(1, wanted_us / 1'000) : kBlockingThresholdMs;
    if (zend_ini_long(ZEND_STRL("swoole.blocking_detection"), false) != 0) return wanted_ms;
    // Off is also the default, so only a value in php.ini counts.
    if (cfg_get_entry(ZEND_STRL("swoole.blocking_detection")) != nullptr) return 0;
    return usual_ms > 0 ? wanted_ms : 0;
}

}  // namespace tern::php
