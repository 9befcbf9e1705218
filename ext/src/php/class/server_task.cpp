#include "php/class/server_task.h"

#include "php/bridge/error.h"
#include "php/bridge/object.h"
#include "php/class/packed_value.h"
#include "php/class/registry.h"
#include "php/class/server_task_arginfo.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"
#include "php/server/task_runner.h"

namespace tern::php {

namespace {

struct TaskObject {
    uint32_t place;
    bool runs;  // false: made by the program
    zend_object std;

    static void release(TaskObject& self);
};

// Null in a process that a task forked, too.
TaskRunner* runner() noexcept {
    return process() == nullptr || process()->worker() == nullptr ? nullptr : process()->worker()->task_runner();
}

void TaskObject::release(TaskObject& self) {
    if (self.runs && runner() != nullptr) runner()->end(self.place);
}

}  // namespace

void make_task(const TaskFacts& facts, zval* data, zval* into) {
    object_init_ex(into, classes.server_task);
    TaskObject* self = of<TaskObject>(into);
    self->place = facts.place;
    self->runs = true;
    zend_object* task = Z_OBJ_P(into);
    zend_update_property(task->ce, task, ZEND_STRL("data"), data);
    zend_update_property_double(task->ce, task, ZEND_STRL("dispatch_time"), facts.given_at_s);
    zend_update_property_long(task->ce, task, ZEND_STRL("id"), facts.id);
    zend_update_property_long(task->ce, task, ZEND_STRL("worker_id"), facts.worker_id);
    zval_ptr_dtor(data);
}

void register_server_task(Classes& into) {
    into.server_task = register_class_Swoole_Server_Task();
    into.server_task->create_object = create_object<TaskObject>;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Server_Task, finish) {
    zval* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(data)
    ZEND_PARSE_PARAMETERS_END();
    const TaskObject* self = of<TaskObject>(ZEND_THIS);
    if (!self->runs || runner() == nullptr) {
        warn("this task was not given by a worker");
        return failure(Error::wrong_operation, return_value);
    }
    const Error error = runner()->finish(self->place, data);
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
