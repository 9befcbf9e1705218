// Swoole\Process: message queues.
#include <ctime>
#include <string>
#include <sys/ipc.h>

#include "base/pause.h"
#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/process/process_object.h"

namespace tern::php {

namespace {

using Queue = proc::MessageQueue;

constexpr zend_long kAnyMessage = 2;
constexpr zend_long kDoesNotWait = 256;  // Process::IPC_NOWAIT

// No event reports room or a message, so this tries again after 1 to 10 ms.
class QueueWait {
public:
    // ok: try again.
    Error next() noexcept {
        const int64_t now = pause_.next_ms();
        Coroutines* coroutines = php::coroutines();
        if (coroutines != nullptr && coroutines->may_suspend()) {
            const coro::Wake wake = coroutines->scheduler.suspend(coro::Wait::sleep, coro::Deadline::in(now));
            return wake == coro::Wake::canceled ? Error::coroutine_canceled : Error::ok;
        }
        const timespec pause{0, static_cast<long>(now) * 1'000'000};
        return nanosleep(&pause, nullptr) == 0 ? Error::ok : last_error();
    }

private:
    Pause pause_{10};
};

Error send(ProcessObject& self, long type, Bytes message) noexcept {
    QueueWait wait;
    for (;;) {
        Error error = self.parts->queue.send(type, message);
        if (error != Error::would_block || self.queue_does_not_wait) return error;
        if (error = wait.next(); error != Error::ok) return error;
    }
}

// Calls no Zend function, as it uses a std::string.
Error receive(ProcessObject& self, long type, size_t size, std::string& into) noexcept {
    QueueWait wait;
    for (;;) {
        Error error = self.parts->queue.receive(type, size, into);
        if (error != Error::would_block || self.queue_does_not_wait) return error;
        if (error = wait.next(); error != Error::ok) return error;
    }
}

void fail(Error error, zval* return_value) {
    Coroutines* coroutines = php::coroutines();
    if (error == Error::coroutine_canceled && coroutines != nullptr) {
        (void)after_wait(*coroutines, coro::Wake::canceled, return_value);
        return;
    }
    if (error == Error::data_length_too_large) warn("the queue takes no message of that length");
    failure(error, return_value);
}

// Null after an Error or a warning.
ProcessObject* with_queue(const zval* object, zval* return_value) {
    ProcessObject* self = process_of(object);
    if (self == nullptr) return nullptr;
    if (self->parts->queue.is_open()) return self;
    warn("there is no queue: see useQueue()");
    failure(Error::wrong_operation, return_value);
    return nullptr;
}

long type_of(ProcessObject& self) {
    zval slot;
    const zend_long id = zval_get_long(zend_read_property(self.std.ce, &self.std, ZEND_STRL("id"), true, &slot));
    return id < 0 ? 1 : static_cast<long>(id) + 1;
}

key_t key_of_script() {
    zend_string* file = zend_get_executed_filename_ex();
    const key_t key = file == nullptr ? -1 : ftok(ZSTR_VAL(file), 1);
    return key == -1 ? IPC_PRIVATE : key;  // the code has no file
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Process, useQueue) {
    zend_long key = 0;
    zend_long mode = kAnyMessage;
    zend_long capacity = -1;
    ZEND_PARSE_PARAMETERS_START(0, 3)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(key)
    Z_PARAM_LONG(mode)
    Z_PARAM_LONG(capacity)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = process_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (key > UINT32_MAX) {
        zend_argument_value_error(1, "must be at most %u, " ZEND_LONG_FMT " given", UINT32_MAX, key);
        RETURN_THROWS();
    }
    const key_t name = key > 0 ? static_cast<key_t>(key) : key_of_script();
    const Error error = self->parts->queue.open(name, capacity > 0 ? static_cast<size_t>(capacity) : 0);
    if (error != Error::ok) {
        warn("there is no queue: %s", describe(error));
        return failure(error, return_value);
    }
    self->queue_does_not_wait = (mode & kDoesNotWait) != 0;
    self->any_message = (mode & ~kDoesNotWait) == kAnyMessage;
    zend_update_property_long(self->std.ce, &self->std, ZEND_STRL("msgQueueId"), self->parts->queue.id());
    zend_update_property_long(self->std.ce, &self->std, ZEND_STRL("msgQueueKey"), name);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, statQueue) {
    ZEND_PARSE_PARAMETERS_NONE();
    ProcessObject* self = with_queue(ZEND_THIS, return_value);
    if (self == nullptr) return;
    const tern::Result<Queue::Fill> fill = self->parts->queue.fill();
    if (!fill.ok()) return failure(fill.error(), return_value);
    array_init(return_value);
    add_assoc_long(return_value, "queue_num", static_cast<zend_long>(fill.value().messages));
    add_assoc_long(return_value, "queue_bytes", static_cast<zend_long>(fill.value().bytes));
}

ZEND_METHOD(Swoole_Process, freeQueue) {
    ZEND_PARSE_PARAMETERS_NONE();
    ProcessObject* self = with_queue(ZEND_THIS, return_value);
    if (self == nullptr) return;
    const Error error = self->parts->queue.remove();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, push) {
    zend_string* message;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(message)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = with_queue(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (ZSTR_LEN(message) == 0 || ZSTR_LEN(message) > Queue::kMostBytes) {
        warn_argument(1, "must have between 1 and %zu bytes, %zu given", Queue::kMostBytes, ZSTR_LEN(message));
        RETURN_FALSE;
    }
    const long type = type_of(*self);
    zend_string_addref(message);
    GC_ADDREF(&self->std);
    const Error error = send(*self, type, view(message));
    RETVAL_TRUE;
    if (error != Error::ok) fail(error, return_value);
    bail_if_ended();
    zend_string_release(message);
    OBJ_RELEASE(&self->std);
}

// The text is malloc'ed: a fatal error while it is copied leaks it, but then the process ends.
ZEND_METHOD(Swoole_Process, pop) {
    zend_long size = static_cast<zend_long>(Queue::kMostBytes);
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = with_queue(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (size < 1) size = static_cast<zend_long>(Queue::kMostBytes);
    auto* text = new std::string;
    GC_ADDREF(&self->std);
    const Error error = receive(*self, self->any_message ? 0 : type_of(*self), static_cast<size_t>(size), *text);
    if (error == Error::ok) RETVAL_STRINGL(text->data(), text->size());
    delete text;
    if (error != Error::ok) fail(error, return_value);
    bail_if_ended();
    OBJ_RELEASE(&self->std);
}
