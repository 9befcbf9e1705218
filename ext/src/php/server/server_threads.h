// Servers with SWOOLE_THREAD: workers are processes, as those of all servers, and each stands for a thread.
#pragma once

#include "php/server/server_object.h"

namespace tern::php {

// In start(), before there are workers: calls init_arguments. False after an exception. Calls code of the program.
bool init_threads(ServerObject& server);
// In each worker, task worker and user process, before its program starts.
void enter_thread(const ServerObject& server) noexcept;
// In the master, at the end of start().
void end_threads(const ServerObject& server);

}  // namespace tern::php
