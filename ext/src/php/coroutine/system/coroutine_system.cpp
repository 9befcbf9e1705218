#include "php/coroutine/system/coroutine_system.h"

#include <algorithm>
#include <poll.h>
#include <unistd.h>

#include "coro/fd_wait.h"
#include "php/coroutine/program/script.h"
#include "php/engine/classes.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/coroutine/system/coroutine_system_arginfo.h"

namespace tern::php {

namespace {

// The published SWOOLE_EVENT_* numbers.
constexpr zend_long kRead = 512;
constexpr zend_long kWrite = 1024;

constexpr double kLeastSeconds = 0.001;  // of a sleep

struct EventName {
    zend_long event;
    loop::Events watched;
    short polled;
};

constexpr EventName kEvents[] = {
    {kRead, loop::kReadable, POLLIN},
    {kWrite, loop::kWritable, POLLOUT},
};

// The events that are ready now; 0: none.
Result<zend_long> ready_now(int fd, zend_long events) noexcept {
    pollfd question{fd, 0, 0};
    for (const EventName& row : kEvents) {
        if (events & row.event) question.events = static_cast<short>(question.events | row.polled);
    }
    if (poll(&question, 1, 0) < 0) return tern::last_error();
    if (question.revents & POLLNVAL) return Error::bad_descriptor;
    if (question.revents & (POLLERR | POLLHUP)) return events;
    zend_long ready = 0;
    for (const EventName& row : kEvents) {
        if (question.revents & row.polled) ready |= row.event;
    }
    return ready;
}

Result<zend_long> wait_event(Coroutines& coroutines, int fd, zend_long events, coro::Deadline until) noexcept {
    Result<zend_long> now = ready_now(fd, events);
    if (!now.ok() || now.value() != 0) return now;
    loop::Events wanted = 0;
    for (const EventName& row : kEvents) {
        if (events & row.event) wanted |= row.watched;
    }
    Result<loop::Events> later = coro::wait_ready(coroutines.scheduler, fd, wanted, coro::Wait::event, until);
    if (!later.ok()) return later.error();
    zend_long ready = 0;
    for (const EventName& row : kEvents) {
        if (later.value() & row.watched) ready |= row.event;
    }
    return ready;
}

}  // namespace

Runtime* runtime_to_wait() {
    Runtime* runtime = need_runtime();
    return runtime != nullptr && must_be_in_coroutine(runtime) ? runtime : nullptr;
}

void fail_wait(Coroutines& coroutines, Error error, zval* return_value) {
    if (error != Error::coroutine_canceled) return failure(error, return_value);
    (void)after_wait(coroutines, coro::Wake::canceled, return_value);
}

void register_coroutine_system(Classes& into) {
    into.coroutine_system = register_class_Swoole_Coroutine_System();
    into.coroutine_system->create_object = refuse_to_create;
    zend_register_functions(into.coroutine, class_Swoole_Coroutine_System_methods, &into.coroutine->function_table,
                            MODULE_PERSISTENT);
}

namespace {

// After this many reads other coroutines have their turn.
constexpr int kReadsPerTurn = 16;
constexpr size_t kMostPerRead = 64 * 1024;

Error wait_for(Coroutines& coroutines, int fd, loop::Events wanted) noexcept {
    return coro::wait_ready(coroutines.scheduler, fd, wanted, coro::Wait::event, coro::Deadline::never()).error();
}

}  // namespace

Error read_to_end(Coroutines& coroutines, int fd, GrowingString& into, size_t most) {
    for (int reads = 1;; ++reads) {
        const size_t room = into.make_room();
        if (room == 0 || into.size > most) return Error::file_too_large;
        const ssize_t got = ::read(fd, into.end(), room < kMostPerRead ? room : kMostPerRead);
        if (got == 0) return Error::ok;
        if (got > 0) into.size += static_cast<size_t>(got);
        if (got > 0 && reads % kReadsPerTurn != 0) continue;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno != EAGAIN) return last_error();
        if (Error error = wait_for(coroutines, fd, loop::kReadable); error != Error::ok) return error;
    }
}

Error write_to_end(Coroutines& coroutines, int fd, Bytes content) noexcept {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<size_t>(written));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return last_error();
        if (Error error = wait_for(coroutines, fd, loop::kWritable); error != Error::ok) return error;
    }
    return Error::ok;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_System, sleep) {
    double seconds;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(seconds)
    ZEND_PARSE_PARAMETERS_END();
    if (!(seconds >= 0) || seconds > kMostSeconds) {
        warn_argument(1, "must be between 0 and %.0f, %g given", kMostSeconds, seconds);
        RETURN_FALSE;
    }
    Coroutines* coroutines = runtime_to_wait();
    if (coroutines == nullptr) RETURN_THROWS();
    const tern::coro::Deadline until = deadline_in(std::max(seconds, kLeastSeconds));
    if (!after_wait(*coroutines, coroutines->scheduler.suspend(tern::coro::Wait::sleep, until), return_value)) return;
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine_System, waitEvent) {
    zval* socket;
    zend_long events = kRead;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_ZVAL(socket)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(events)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    if (events == 0 || (events & ~(kRead | kWrite)) != 0) {
        warn_argument(2, "must be SWOOLE_EVENT_READ, SWOOLE_EVENT_WRITE or both");
        RETURN_FALSE;
    }
    const int fd = descriptor_of(socket);
    if (fd < 0 && EG(exception) == nullptr) warn_argument(1, "must be an open descriptor, a stream or a socket");
    if (fd < 0) RETURN_FALSE;
    Coroutines* coroutines = runtime_to_wait();
    if (coroutines == nullptr) RETURN_THROWS();
    const tern::Result<zend_long> ready = wait_event(*coroutines, fd, events, deadline_in(timeout));
    if (!ready.ok()) return fail_wait(*coroutines, ready.error(), return_value);
    RETURN_LONG(ready.value());
}
