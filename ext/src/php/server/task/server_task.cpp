#include "php/engine/error.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/server/task/task_object.h"
#include "php/server/task/task_runner.h"
#include "php/server/worker/server_worker.h"
#include "php/shared/packed_value.h"
#include "php/server/task/server_task_arginfo.h"

namespace tern::php {

void register_server_task(Classes& into) {
    into.server_task = register_class_Swoole_Server_Task();
    into.server_task->create_object = create_object<TaskObject>;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

namespace {

// Null: this is no task worker, or a task forked this process.
TaskRunner* task_runner() noexcept {
    return process() == nullptr || process()->worker() == nullptr ? nullptr : process()->worker()->task_runner();
}

}  // namespace

ZEND_METHOD(Swoole_Server_Task, finish) {
    zval* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(data)
    ZEND_PARSE_PARAMETERS_END();
    const TaskObject* self = of<TaskObject>(ZEND_THIS);
    if (!self->runs || task_runner() == nullptr) {
        warn("this task was not given by a worker");
        return failure(Error::wrong_operation, return_value);
    }
    const Error error = task_runner()->finish(self->place, data);
    if (EG(exception) != nullptr) RETURN_THROWS();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server_Task, pack) {
    zval* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(data)
    ZEND_PARSE_PARAMETERS_END();
    PackedValue packed;
    if (!pack_value(data, packed)) RETURN_THROWS();
    zend_string* text = zend_string_alloc(packed.bytes.size() + 1, false);
    ZSTR_VAL(text)[0] = static_cast<char>(packed.tag);
    if (!packed.bytes.empty()) std::memcpy(ZSTR_VAL(text) + 1, packed.bytes.data(), packed.bytes.size());
    ZSTR_VAL(text)[ZSTR_LEN(text)] = '\0';
    packed.release();
    RETURN_STR(text);
}

ZEND_METHOD(Swoole_Server_Task, unpack) {
    zend_string* text;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(text)
    ZEND_PARSE_PARAMETERS_END();
    if (ZSTR_LEN(text) == 0) RETURN_FALSE;
    const auto tag = static_cast<tern::shm::CacheTag>(ZSTR_VAL(text)[0]);
    const tern::Bytes bytes = view(text).substr(1);
    if (!is_packed(tag, bytes)) RETURN_FALSE;
    unpack_value(tag, bytes, return_value);
}
