// Swoole\Server\Task: a task as a program sees it in a task worker.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

class TaskRunner;

struct TaskFacts {
    zend_long id;
    zend_long worker_id;  // that gave it
    double given_at_s;
    uint32_t place;  // in the TaskRunner, until the object is freed
};

struct TaskObject {
    uint32_t place;
    bool runs;  // false: made by the program
    zend_object std;

    static void release(TaskObject& self);
};

// `data` gets a reference. Zend work: call it within a coroutine or under a guard.
void make_task(const TaskFacts& facts, zval* data, zval* into);

// Of this worker. Null where it is no task worker, and in a process that a task forked.
TaskRunner* task_runner() noexcept;

}  // namespace tern::php
