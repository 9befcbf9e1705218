// Coroutine\System: commands, child processes, signals.
#include <climits>
#include <csignal>
#include <sys/wait.h>

#include "boundary/children.h"
#include "boundary/signals.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/program_signals.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/memory.h"

namespace tern::php {

namespace {

void add_status(zval* into, int status) {
    add_assoc_long(into, "code", WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    add_assoc_long(into, "signal", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

// The command is on no stack: after a fatal error the runtime frees it.
void run_command(Runtime& runtime, const zend_string* line, bool with_errors, zval* return_value) {
    const Result<boundary::Command*> started = runtime.children.start(ZSTR_VAL(line), with_errors);
    if (!started.ok()) return failure(started.error(), return_value);
    boundary::Command& command = *started.value();
    GrowingString output{};
    Error error = read_to_end(runtime, command.output(), output);
    int status = 0;
    if (error == Error::ok) {
        const Result<int> ended = runtime.children.wait(command, coro::Deadline::never());
        error = ended.error();
        if (ended.ok()) status = ended.value();
    }
    runtime.children.forget(command);
    if (error != Error::ok) {
        output.free();
        return fail_wait(runtime, error, return_value);
    }
    array_init(return_value);
    add_status(return_value, status);
    add_assoc_str(return_value, "output", output.finish());
}

void wait_for_child(zend_long pid, double timeout, zval* return_value) {
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) return;
    const Result<boundary::ChildExit> ended = runtime->children.wait(static_cast<pid_t>(pid), deadline_in(timeout));
    if (!ended.ok()) return fail_wait(*runtime, ended.error(), return_value);
    array_init(return_value);
    add_assoc_long(return_value, "pid", ended.value().pid);
    add_status(return_value, ended.value().status);
}

bool add_signal(sigset_t* into, const zval* signal) {
    if (Z_TYPE_P(signal) != IS_LONG) {
        zend_argument_type_error(1, "must have signal numbers only, %s given", zend_zval_type_name(signal));
        return false;
    }
    if (Z_LVAL_P(signal) >= 1 && Z_LVAL_P(signal) < NSIG)
        return sigaddset(into, static_cast<int>(Z_LVAL_P(signal))) == 0;
    warn_argument(1, "must be between 1 and %d, " ZEND_LONG_FMT " given", NSIG - 1, Z_LVAL_P(signal));
    return false;
}

bool collect_signals(sigset_t* into, HashTable* list, zend_long one) {
    sigemptyset(into);
    zval single;
    ZVAL_LONG(&single, one);
    if (list == nullptr) return add_signal(into, &single);
    if (zend_hash_num_elements(list) == 0) {
        warn_argument(1, "cannot be empty");
        return false;
    }
    zval* entry;
    ZEND_HASH_FOREACH_VAL(list, entry) {
        ZVAL_DEREF(entry);
        if (!add_signal(into, entry)) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// The watcher is on the stack, so no Zend function is called here.
// A worker of a pool leaves its signals to the program.
Result<int> wait_for_signal(Runtime& runtime, const sigset_t& wanted, coro::Deadline until) noexcept {
    SignalOwner* pool = TERN_G(pool);
    for (int signal = 1; pool != nullptr && signal < NSIG; ++signal) {
        if (sigismember(&wanted, signal) == 1) pool->give_away(signal);
    }
    boundary::Signals::Watcher watcher(runtime.signals, wanted);
    return watcher.next(coro::Wait::signal, until);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_System, exec) {
    zend_string* command;
    bool with_errors = false;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_PATH_STR(command)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(with_errors)
    ZEND_PARSE_PARAMETERS_END();
    if (ZSTR_LEN(command) == 0) {
        warn_argument(1, "cannot be empty");
        RETURN_FALSE;
    }
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) RETURN_THROWS();
    run_command(*runtime, command, with_errors, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, wait) {
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    wait_for_child(-1, timeout, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, waitPid) {
    zend_long pid;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(pid)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    if (pid < INT_MIN || pid > INT_MAX) {
        warn_argument(1, "must be the number of a process, " ZEND_LONG_FMT " given", pid);
        RETURN_FALSE;
    }
    wait_for_child(pid, timeout, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, waitSignal) {
    HashTable* list = nullptr;
    zend_long one = 0;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ARRAY_HT_OR_LONG(list, one)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    sigset_t wanted;
    if (!collect_signals(&wanted, list, one)) RETURN_FALSE;
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) RETURN_THROWS();
    const tern::Result<int> signal = wait_for_signal(*runtime, wanted, deadline_in(timeout));
    if (signal.ok()) RETURN_LONG(signal.value());
    fail_wait(*runtime, signal.error(), return_value);
}
