// Swoole\Thread: the running process as a thread, for other rooms.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// For a process that stands for a thread, when its request starts.
void begin_thread_program();
// When the request ends.
void end_thread_program();

// For a server: what Thread::getArguments() returns in this process and in those that it forks. `arguments` is an
// array.
void set_thread_arguments(zval* arguments);
// This process stands for a thread of a server.
void become_thread_of_server() noexcept;

// The processors that this process may use, by their numbers: setAffinity() and getAffinity().
void set_processors(HashTable* list, zval* return_value);
void get_processors(zval* return_value);

}  // namespace tern::php
