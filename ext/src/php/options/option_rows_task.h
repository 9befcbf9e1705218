// The options of task workers.
#pragma once

#include "php/options/option_rows.h"

namespace tern::php::option_rows {

// clang-format off
constexpr Option kTaskRows[] = {
    {"task_worker_num", "", OptionKind::integer, kServer, offsetof(ServerConfig, task_worker_num), 0, 1024,
     "How many processes run what task() gives them."},
    {"task_ipc_mode", "", OptionKind::integer, kServer, offsetof(ServerConfig, task_ipc_mode), 1, 3,
     "Accepted: tasks go through shared memory, and one without a destination to the worker with the least to do."},
    {"task_max_request", "", OptionKind::integer, kServer, offsetof(ServerConfig, task_max_request), 0, kNoLimit,
     "A task worker leaves after this many tasks and a new one takes its place; 0: never."},
    {"task_max_request_grace", "",
     OptionKind::integer, kServer, offsetof(ServerConfig, task_max_request_grace), -1, kNoLimit,
     "How many tasks at most are added to task_max_request by chance, so that workers do not leave together; -1: half "
     "of it."},
    {"task_tmpdir", "", OptionKind::path, kServer, offsetof(ServerConfig, task_tmpdir), 0, kPathLength,
     "Accepted: large tasks travel in memory."},
    {"task_enable_coroutine", "", OptionKind::boolean, kServer, offsetof(ServerConfig, task_enable_coroutine), 0, 1,
     "Run each task in a coroutine of its own, many at a time, and pass it as a Server\\Task; off: one after the other."},
    {"task_object", "task_use_object",
     OptionKind::boolean, kServer, offsetof(ServerConfig, task_object), 0, 1,
     "Pass tasks as a Server\\Task instead of three arguments."},
};
// clang-format on

}  // namespace tern::php::option_rows
