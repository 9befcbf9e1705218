// Forked processes. A child has its parent's memory and descriptors, but none of its threads. What the parent waits for
// stays the parent's:
//
// - A child is outside of coroutines and of servers, on the stack that it was forked on, however it was forked
//   (pcntl_fork(), Swoole\Process, a pool). It makes a runtime of its own when it needs one.
// - A child of pcntl_fork() in code that a loop called ends when that code ends. What follows is the parent's. In the
//   main program it continues as in PHP: shutdown functions and destructors run in both processes.
// - A child that runs one of our callbacks leaves to the parent what there was before the fork: registered shutdown
//   functions, destructors of objects, and text in output buffers.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it at module start-up.
void notice_forks() noexcept;

// Call it in a forked process before its program runs: prepares the engine, and seeds mt_rand() and the like anew, so
// the process has random numbers of its own.
void init_child() noexcept;

// Ends a child when the code that the loop called has ended. Reports an uncaught exception and runs what the child has
// started to its end.
[[noreturn]] void end_fork() noexcept;

// What a child runs, in a coroutine if wanted. Then a pending exception is reported, and `stop` is called unless it is
// null.
struct ChildMain {
    zval* callable;
    uint32_t count;
    zval* arguments;
    bool in_coroutine;
    void (*before_loop)(void* owner) = nullptr;  // the callable has returned, or waits
    void (*stop)(void* owner) = nullptr;
    void* owner = nullptr;
};
// Runs a child that was just forked. Its exit code is that of exit(), 255 after an error, and 0 otherwise.
[[noreturn]] void run_child(const ChildMain& main) noexcept;
// Ends such a child, from anywhere: runs its own loop, shutdown functions and destructors.
[[noreturn]] void end_child(int code) noexcept;

// A debugger connection for each worker. Xdebug's step debugger has one connection to the editor, which it makes before
// the server forks. As in a process of pcntl_fork(), a worker gets its own, on which the editor sets its breakpoints
// again.
// Call it first in a forked process, before its PHP code. It may wait for the editor.
void connect_debugger_again() noexcept;

}  // namespace tern::php
