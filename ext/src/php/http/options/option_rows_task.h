// The options of task workers.
#pragma once

#include <cstdint>

#include "php/http/options/option_rows.h"

namespace tern::php::option_rows {

// clang-format off
constexpr Option kTaskRows[] = {
    {"task_worker_num", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, task_worker_num), 0, 1024,
     "The number of task workers, which run what task() sends them."},
    {"task_ipc_mode", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, task_ipc_mode), 1, 3,
     "Tasks go through shared memory in every mode, and a task without a destination to the worker with the least to "
     "do. 2 and 3: tasks that no worker has begun at the end of the server are kept for its next start."},
    {"message_queue_key", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, message_queue_key),
     INT32_MIN, UINT32_MAX,
     "The key of the System V message queue that keeps tasks with task_ipc_mode 2 and 3. 0: made from the path of the "
     "script (ftok)."},
    {"task_max_request", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, task_max_request), 0, kNoLimit,
     "After this many tasks a new process replaces a task worker. 0: never."},
    {"task_max_request_grace", "",
     OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, task_max_request_grace), -1, kNoLimit,
     "The most tasks that are added to task_max_request at random, so workers do not end at the same time. -1: half of "
     "it."},
    {"task_tmpdir", "", OptionKind::path, kServer, TERN_MEMBER(ServerConfig, task_tmpdir), 0, kPathLength,
     "Accepted, without effect: large tasks are passed in memory."},
    {"task_enable_coroutine", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, task_enable_coroutine), 0, 1,
     "Run each task in its own coroutine, many at a time, and pass it as a Server\\Task. Off: one after the other."},
    {"task_object", "task_use_object",
     OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, task_object), 0, 1,
     "Pass tasks as a Server\\Task instead of three arguments."},
};
// clang-format on

}  // namespace tern::php::option_rows
