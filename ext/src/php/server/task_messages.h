// What event workers and task workers write to each other. The data follows behind the head, or beside the message when
// it is long.
#pragma once

#include "php/object/packed_value.h"

namespace tern::php {

struct TaskHead {
    int64_t task_id = 0;
    double given_at_s = 0;  // since 1970
    uint32_t from_incarnation = 0;
    shm::CacheTag tag = 0;
    bool awaited = false;  // somebody waits for the result
};

enum class TaskEnd : uint8_t {
    finished,
    without_result,  // told only to those who wait
    lost,            // its worker died
};

struct TaskResultHead {
    int64_t task_id = 0;
    uint32_t to_incarnation = 0;
    shm::CacheTag tag = 0;
    TaskEnd end = TaskEnd::finished;
    bool awaited = false;
};

}  // namespace tern::php
