// Swoole\Server\Task: a task as a program sees it in a task worker.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// The tasks that this process runs.
class RunningTasks {
public:
    // The task's object is freed.
    virtual void end(uint32_t place) noexcept = 0;

protected:
    ~RunningTasks() = default;
};

struct TaskFacts {
    zend_long id;
    zend_long worker_id;  // that gave it
    double given_at_s;
    uint32_t place;  // in RunningTasks, until the object is freed
};

struct TaskObject {
    uint32_t place;
    bool runs;  // false: made by the program
    zend_object std;

    static void release(TaskObject& self);
};

// `data` gets a reference. Zend work: call it within a coroutine or under a guard.
void make_task(const TaskFacts& facts, zval* data, zval* into);

}  // namespace tern::php
