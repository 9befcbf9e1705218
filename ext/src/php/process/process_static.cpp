// Swoole\Process: the static methods.
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "php/coroutine/program/program_signals.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/compat/working_directory.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"
#include "php/http/server_link.h"
#include "php/process/pool_process.h"
#include "php/process/process_object.h"
#include "php/process/thread.h"

namespace tern::php {

namespace {

constexpr int kStandard = 3;  // standard input, output, error

bool check_signal(zend_long signal, uint32_t argument) {
    if (signal >= (argument == 2 ? 0 : 1) && signal < NSIG) return true;
    warn_argument(argument, "must be between 1 and %d, " ZEND_LONG_FMT " given", NSIG - 1, signal);
    return false;
}

bool check_pid(zend_long pid) {
    if (pid >= INT_MIN && pid <= INT_MAX) return true;
    warn_argument(1, "must be the number of a process, " ZEND_LONG_FMT " given", pid);
    return false;
}

// --- wait()

Result<boundary::ChildExit> try_wait(Runtime* runtime) noexcept {
    return runtime != nullptr ? runtime->children.try_wait(-1) : boundary::Children::reap(-1, nullptr);
}

// Blocks the process. A command of another coroutine that ends meanwhile is left to that coroutine.
Result<boundary::ChildExit> block(Runtime* runtime) noexcept {
    for (;;) {
        Result<boundary::ChildExit> ended = try_wait(runtime);
        if (ended.error() != Error::would_block) return ended;
        siginfo_t seen{};
        if (::waitid(P_ALL, 0, &seen, WEXITED | WNOWAIT) != 0) return last_error();
    }
}

Result<boundary::ChildExit> wait_for_child(bool blocking) noexcept {
    Runtime* runtime = php::runtime();
    if (!blocking) return try_wait(runtime);
    if (runtime != nullptr && runtime->may_suspend()) return runtime->children.wait(-1, coro::Deadline::never());
    return block(runtime);
}

// --- daemon()

// The descriptors for standard input, output and error; -1: unchanged. False after an exception.
bool collect_pipes(HashTable* pipes, int (&into)[kStandard]) {
    for (int i = 0; i < kStandard; ++i) {
        into[i] = -1;
        zval* given = zend_hash_index_find(pipes, static_cast<zend_ulong>(i));
        if (given != nullptr) ZVAL_DEREF(given);
        if (given == nullptr || Z_TYPE_P(given) == IS_NULL) continue;
        into[i] = descriptor_of(given, 3);
        if (into[i] < 0) return false;
    }
    return true;
}

Error redirect(const int (&pipes)[kStandard], bool to_null) noexcept {
    const int null = to_null ? ::open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
    if (to_null && null < 0) return last_error();
    Error error = Error::ok;
    for (int i = 0; i < kStandard && error == Error::ok; ++i) {
        const int from = pipes[i] >= 0 ? pipes[i] : null;
        if (from >= 0 && from != i && dup2(from, i) < 0) error = last_error();
    }
    if (null >= kStandard) ::close(null);
    return error;
}

// Returns in the new process.
Error go_to_background() noexcept {
    const pid_t pid = fork();
    if (pid < 0) return last_error();
    if (pid > 0) _exit(0);
    return setsid() < 0 ? last_error() : Error::ok;
}

// --- CPU affinity

bool collect_processors(HashTable* list, cpu_set_t* into) {
    CPU_ZERO(into);
    if (zend_hash_num_elements(list) == 0) {
        warn_argument(1, "cannot be empty");
        return false;
    }
    zval* one;
    ZEND_HASH_FOREACH_VAL(list, one) {
        const zend_long number = zval_get_long(one);
        if (number < 0 || number >= CPU_SETSIZE) {
            warn_argument(1, "must have numbers between 0 and %d, " ZEND_LONG_FMT " given", CPU_SETSIZE - 1, number);
            return false;
        }
        CPU_SET(static_cast<size_t>(number), into);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

ProgramSignals& signals_of(Runtime& runtime) {
    if (runtime.program_signals == nullptr)
        runtime.program_signals = std::make_unique<ProgramSignals>(runtime, runtime.signals);
    return *runtime.program_signals;
}

}  // namespace

void set_processors(HashTable* list, zval* return_value) {
    cpu_set_t processors;
    if (!collect_processors(list, &processors)) RETURN_FALSE;
    if (sched_setaffinity(0, sizeof processors, &processors) != 0) return failure(last_error(), return_value);
    RETURN_TRUE;
}

void get_processors(zval* return_value) {
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) != 0) return failure(last_error(), return_value);
    array_init(return_value);
    for (size_t i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &processors)) add_next_index_long(return_value, static_cast<zend_long>(i));
    }
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Process, kill) {
    zend_long pid;
    zend_long signal = SIGTERM;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(pid)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(signal)
    ZEND_PARSE_PARAMETERS_END();
    if (!check_pid(pid) || !check_signal(signal, 2)) RETURN_FALSE;
    if (signal == SIGKILL && server_link() != nullptr && server_link()->kill_worker(static_cast<pid_t>(pid)))
        RETURN_TRUE;
    if (::kill(static_cast<pid_t>(pid), static_cast<int>(signal)) == 0) RETURN_TRUE;
    const Error error = tern::last_error();
    if (signal != 0) warn("process " ZEND_LONG_FMT ": %s", pid, describe(error));
    failure(error, return_value);
}

ZEND_METHOD(Swoole_Process, signal) {
    zend_long signal;
    zend_fcall_info info{};
    zend_fcall_info_cache cache{};
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(signal)
    Z_PARAM_OPTIONAL
    Z_PARAM_FUNC_OR_NULL(info, cache)
    ZEND_PARSE_PARAMETERS_END();
    const bool given = ZEND_FCI_INITIALIZED(info);
    Runtime* runtime = given ? nullptr : tern::php::runtime();
    if (!check_signal(signal, 1) || (given && (runtime = need_runtime()) == nullptr)) {
        if (given) zend_release_fcall_info_cache(&cache);
        RETURN_FALSE;
    }
    if (!given) {
        const bool removed = runtime != nullptr && signals_of(*runtime).remove(static_cast<int>(signal));
        bail_if_ended();
        if (removed && server_link() != nullptr) server_link()->take_back(static_cast<int>(signal));
        if (removed) RETURN_TRUE;
        warn("signal " ZEND_LONG_FMT " has no callback", signal);
        return failure(Error::unregistered_signal, return_value);
    }
    zval kept;
    keep_callable(info, cache, &kept);
    if (TERN_G(pool) != nullptr) TERN_G(pool)->give_away(static_cast<int>(signal));
    if (server_link() != nullptr) server_link()->give_away(static_cast<int>(signal));
    const Error error = signals_of(*runtime).set(static_cast<int>(signal), &kept);
    bail_if_ended();
    if (error == Error::ok) RETURN_TRUE;
    if (error == Error::wrong_operation) {
        warn("signal " ZEND_LONG_FMT " is the server's", signal);
    } else {
        warn("signal " ZEND_LONG_FMT ": %s", signal, describe(error));
    }
    failure(error, return_value);
}

ZEND_METHOD(Swoole_Process, alarm) {
    zend_long usec;
    zend_long type = ITIMER_REAL;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(usec)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(type)
    ZEND_PARSE_PARAMETERS_END();
    if (type < ITIMER_REAL || type > ITIMER_PROF) {
        warn_argument(2, "must be 0, 1 or 2, " ZEND_LONG_FMT " given", type);
        RETURN_FALSE;
    }
    constexpr zend_long kSecond = 1'000'000;
    itimerval every{};
    if (usec > 0) every.it_interval = {usec / kSecond, usec % kSecond};
    every.it_value = every.it_interval;
    if (setitimer(static_cast<decltype(ITIMER_REAL)>(type), &every, nullptr) != 0) {
        return failure(tern::last_error(), return_value);
    }
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, wait) {
    bool blocking = true;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(blocking)
    ZEND_PARSE_PARAMETERS_END();
    const tern::Result<tern::boundary::ChildExit> ended = wait_for_child(blocking);
    bail_if_ended();
    if (!ended.ok() && runtime() != nullptr) return fail_wait(*runtime(), ended.error(), return_value);
    if (!ended.ok()) return failure(ended.error(), return_value);
    const int status = ended.value().status;
    array_init(return_value);
    add_assoc_long(return_value, "pid", ended.value().pid);
    add_assoc_long(return_value, "code", WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    add_assoc_long(return_value, "signal", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

ZEND_METHOD(Swoole_Process, daemon) {
    bool keeps_directory = true;
    bool keeps_descriptors = true;
    HashTable* pipes = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 3)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(keeps_directory)
    Z_PARAM_BOOL(keeps_descriptors)
    Z_PARAM_ARRAY_HT(pipes)
    ZEND_PARSE_PARAMETERS_END();
    int standard[kStandard] = {-1, -1, -1};
    if (pipes != nullptr && !collect_pipes(pipes, standard)) RETURN_THROWS();
    if (TERN_G(process) != nullptr || !drop_script_runtime()) {
        warn("not while coroutines, timers or events are in use, nor in a server: see its option daemonize");
        return failure(Error::wrong_operation, return_value);
    }
    Error error = go_to_background();
    if (error == Error::ok && !keeps_directory && !change_directory("/")) error = tern::last_error();
    if (error == Error::ok) error = redirect(standard, !keeps_descriptors);
    if (error != Error::ok) {
        warn("%s", describe(error));
        return failure(error, return_value);
    }
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, setAffinity) {
    HashTable* list;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(list)
    ZEND_PARSE_PARAMETERS_END();
    set_processors(list, return_value);
}

ZEND_METHOD(Swoole_Process, getAffinity) {
    ZEND_PARSE_PARAMETERS_NONE();
    get_processors(return_value);
}
