// Swoole\Server\Task: a task as the program sees it in a task worker.
#pragma once

#include "php/bridge/compat/engine.h"

namespace tern::php {

// The tasks that this process runs.
class RunningTasks {
public:
    // The PHP object of the task was freed.
    virtual void end(uint32_t place) noexcept = 0;

protected:
    ~RunningTasks() = default;
};

struct TaskFacts {
    zend_long id;
    zend_long worker_id;  // the worker that sent it
    double given_at_s;
    uint32_t place;  // in RunningTasks, until the object is freed
};

struct TaskObject {
    uint32_t place;
    bool runs;  // false: the program created the object
    zend_object std;

    static void release(TaskObject& self);
};

// Takes a reference to `data`. Uses Zend: call it within a coroutine or under a guard.
void make_task(const TaskFacts& facts, zval* data, zval* into);

}  // namespace tern::php
