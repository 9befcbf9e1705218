#include "php/coroutine/program/program_watches.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/program/turn_calls.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/coroutine/event_arginfo.h"

namespace tern::php {

namespace {

constexpr zend_long kEventRead = 512;    // SWOOLE_EVENT_READ
constexpr zend_long kEventWrite = 1024;  // SWOOLE_EVENT_WRITE

struct Callable {
    zend_fcall_info info;
    zend_fcall_info_cache cache;

    bool given() const noexcept { return ZEND_FCI_INITIALIZED(info); }
    void keep(zval* into) {
        ZVAL_UNDEF(into);
        if (given()) keep_callable(info, cache, into);
    }
    void drop() {
        if (given()) zend_release_fcall_info_cache(&cache);
    }
};

struct WatchArguments {
    zval* fd;
    Callable on_readable;
    Callable on_writable;
    zend_long events;

    void drop() {
        on_readable.drop();
        on_writable.drop();
    }
};

loop::Events to_loop(zend_long events) noexcept {
    return ((events & kEventRead) != 0 ? loop::kReadable : 0) | ((events & kEventWrite) != 0 ? loop::kWritable : 0);
}

// False after a warning.
bool check_events(const WatchArguments& given, bool needs_callbacks) {
    if ((given.events & ~(kEventRead | kEventWrite)) != 0) {
        warn_argument(4, "must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both");
    } else if (needs_callbacks && (given.events & kEventRead) != 0 && !given.on_readable.given()) {
        warn_argument(2, "must be a callback for SWOOLE_EVENT_READ");
    } else if (needs_callbacks && (given.events & kEventWrite) != 0 && !given.on_writable.given()) {
        warn_argument(3, "must be a callback for SWOOLE_EVENT_WRITE");
    } else if (needs_callbacks && given.events == 0) {
        warn_argument(4, "must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both");
    } else {
        return true;
    }
    return false;
}

// -1 after a warning.
int open_descriptor(zval* value) {
    const int fd = descriptor_of(value);
    if (fd < 0 && EG(exception) == nullptr) warn_argument(1, "must be an open descriptor, a stream or a socket");
    return fd;
}

ProgramWatches& watches_of(Runtime& runtime) {
    if (runtime.watches == nullptr) runtime.watches = std::make_unique<ProgramWatches>(runtime);
    return *runtime.watches;
}

TurnCalls& turn_calls_of(Runtime& runtime) {
    if (runtime.turn_calls == nullptr) runtime.turn_calls = std::make_unique<TurnCalls>(runtime);
    return *runtime.turn_calls;
}

// The descriptor of an added watch. A stream or object that was closed since is found by its identity. -1: none.
int watched_descriptor(zval* value) {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || runtime->watches == nullptr) return -1;
    const int fd = descriptor_of(value);
    if (fd >= 0) return fd;
    if (EG(exception) != nullptr) zend_clear_exception();
    return runtime->watches->find(value);
}

bool may_run_loop(Coroutines& coroutines) {
    if (coroutines.is_script && coroutines.current() == nullptr && !coroutines.running) return true;
    warn("the loop runs already");
    return false;
}

}  // namespace

void register_event(Classes& into) {
    into.event = register_class_Swoole_Event();
    into.event->create_object = refuse_to_create;
    register_poller(into);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Event, add) {
    WatchArguments given{};
    given.events = kEventRead;
    ZEND_PARSE_PARAMETERS_START(1, 4)
    Z_PARAM_ZVAL(given.fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_FUNC_OR_NULL(given.on_readable.info, given.on_readable.cache)
    Z_PARAM_FUNC_OR_NULL(given.on_writable.info, given.on_writable.cache)
    Z_PARAM_LONG(given.events)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = need_runtime();
    const int fd = runtime == nullptr || !check_events(given, true) ? -1 : open_descriptor(given.fd);
    if (fd < 0) {
        given.drop();
        RETURN_FALSE;
    }
    ProgramWatches::Wish wish{{}, {}, {}, to_loop(given.events)};
    ZVAL_COPY(&wish.given, given.fd);
    given.on_readable.keep(&wish.on_readable);
    given.on_writable.keep(&wish.on_writable);
    const Error error = watches_of(*runtime).add(fd, wish);
    bail_if_ended();
    if (error == Error::ok) RETURN_LONG(fd);
    if (error == Error{EEXIST}) {
        warn("descriptor %d is watched already", fd);
    } else {
        warn("descriptor %d cannot be watched: %s", fd, describe(error));
    }
    failure(error, return_value);
}

ZEND_METHOD(Swoole_Event, set) {
    WatchArguments given{};
    ZEND_PARSE_PARAMETERS_START(1, 4)
    Z_PARAM_ZVAL(given.fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_FUNC_OR_NULL(given.on_readable.info, given.on_readable.cache)
    Z_PARAM_FUNC_OR_NULL(given.on_writable.info, given.on_writable.cache)
    Z_PARAM_LONG(given.events)
    ZEND_PARSE_PARAMETERS_END();
    if (!check_events(given, false)) {
        given.drop();
        RETURN_FALSE;
    }
    const int fd = watched_descriptor(given.fd);
    Error error = Error{ENOENT};
    if (fd >= 0) {
        ProgramWatches::Wish wish{{}, {}, {}, to_loop(given.events)};
        given.on_readable.keep(&wish.on_readable);
        given.on_writable.keep(&wish.on_writable);
        error = runtime()->watches->change(fd, wish);
        bail_if_ended();
    }
    if (error == Error::ok) RETURN_TRUE;
    if (fd < 0) given.drop();
    warn("the descriptor is not watched");
    failure(error, return_value);
}

ZEND_METHOD(Swoole_Event, del) {
    zval* value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    const int fd = watched_descriptor(value);
    const bool removed = fd >= 0 && runtime()->watches->remove(fd);
    bail_if_ended();
    if (removed) RETURN_TRUE;
    warn("the descriptor is not watched");
    failure(Error{ENOENT}, return_value);
}

ZEND_METHOD(Swoole_Event, isset) {
    zval* value;
    zend_long events = kEventRead | kEventWrite;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ZVAL(value)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(events)
    ZEND_PARSE_PARAMETERS_END();
    const int fd = watched_descriptor(value);
    RETURN_BOOL(fd >= 0 && (runtime()->watches->wanted(fd) & to_loop(events)) != 0);
}

ZEND_METHOD(Swoole_Event, write) {
    zval* value;
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(value)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = need_runtime();
    const int fd = runtime == nullptr ? -1 : open_descriptor(value);
    if (fd < 0) RETURN_FALSE;
    const Error error = watches_of(*runtime).write(fd, view(data));
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Event, wait) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = tern::php::runtime();
    if (runtime == nullptr || !may_run_loop(*runtime)) return;
    if (!run_to_end(*runtime)) zend_throw_unwind_exit();
}

ZEND_METHOD(Swoole_Event, dispatch) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) RETURN_THROWS();
    if (!may_run_loop(*runtime)) RETURN_FALSE;
    const Error error = run_one_turn(*runtime);
    bail_if_ended();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Event, exit) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = tern::php::coroutines();
    if (coroutines == nullptr) return;
    // The loop of a server ends with its worker.
    if (coroutines->is_script && coroutines->running) coroutines->script.stopping = true;
}

ZEND_METHOD(Swoole_Event, defer) {
    Callable callable{};
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(callable.info, callable.cache)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) {
        callable.drop();
        RETURN_THROWS();
    }
    zval kept;
    callable.keep(&kept);
    turn_calls_of(*runtime).defer(&kept);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Event, cycle) {
    Callable callable{};
    bool before = false;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_FUNC_OR_NULL(callable.info, callable.cache)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(before)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) {
        callable.drop();
        RETURN_THROWS();
    }
    zval kept;
    callable.keep(&kept);
    const bool had_one = turn_calls_of(*runtime).cycle(before, &kept);
    bail_if_ended();
    RETURN_BOOL(callable.given() || had_one);
}

ZEND_METHOD(Swoole_Event, rshutdown) {
    ZEND_PARSE_PARAMETERS_NONE();
    finish_script();
}
