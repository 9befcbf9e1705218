#include "php/server/task/task_object.h"

#include "php/engine/classes.h"
#include "php/engine/object.h"
#include "php/server/server_process.h"

namespace tern::php {

// Does nothing in a process that the task forked.
void TaskObject::release(TaskObject& self) {
    if (self.runs && process() != nullptr && process()->running_tasks() != nullptr) {
        process()->running_tasks()->end(self.place);
    }
}

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
    zend_update_property_long(task->ce, task, ZEND_STRL("flags"), facts.flags);
    zval_ptr_dtor(data);
}

}  // namespace tern::php
