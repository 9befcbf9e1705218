// Swoole\Server\Task: a task as the program sees it in a task worker.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// The tasks that this process runs.
class RunningTasks {
public:
    // The PHP object of the task was freed.
    virtual void end(uint32_t place) noexcept = 0;

protected:
    ~RunningTasks() = default;
};

// Bits of Server\Task::$flags, SWOOLE_TASK_*: how the task travelled, and how it was submitted.
namespace task_flags {
inline constexpr uint8_t kTemporaryFile = 1, kSerialized = 2, kNonBlocking = 4, kCallback = 8, kWaitAll = 16;
inline constexpr uint8_t kCoroutine = 32, kNoReply = 128;
}  // namespace task_flags

struct TaskFacts {
    zend_long id;
    zend_long worker_id;  // the worker that sent it; 0 for the master
    double given_at_s;
    zend_long flags;
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
