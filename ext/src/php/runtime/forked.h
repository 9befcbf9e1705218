// Processes that are forked off. A child has its parent's memory and descriptors, and none of its threads; what the
// parent waits for stays the parent's:
//
// - However it was forked (pcntl_fork(), Swoole\Process, a pool), a child is outside of coroutines and of servers, on
//   whatever stack it was forked on, and makes a runtime of its own when it needs one.
// - A child of pcntl_fork() in code that a loop called ends when that code does: what comes behind is the parent's. In
// a
//   main program it goes on as PHP does it: shutdown functions and destructors run in both.
// - A child that runs a callback of ours has nothing of the kind: shutdown functions that were registered, destructors
//   of objects that were made, and text in output buffers before the fork are the parent's.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// At module start-up.
void notice_forks() noexcept;

// A process that was forked has numbers of its own: mt_rand() and the like are seeded anew.
void forget_random() noexcept;

// In a child, when the code is over that the loop called: reports an uncaught exception, runs what the child has
// started to its end, and leaves.
[[noreturn]] void end_fork() noexcept;

// What a child runs, in a coroutine if wanted; then `stop`, unless null, with a pending exception reported and gone.
struct ChildMain {
    zval* callable;
    uint32_t count;
    zval* arguments;
    bool in_coroutine;
    void (*before_loop)(void* owner) = nullptr;  // the callable has returned, or waits
    void (*stop)(void* owner) = nullptr;
    void* owner = nullptr;
};
// In a child that just was forked. Its exit code is that of exit(), 255 after an error, else 0.
[[noreturn]] void run_child(const ChildMain& main) noexcept;
// The end of such a child, from anywhere: the loop, shutdown functions and destructors of its own.
[[noreturn]] void end_child(int code) noexcept;

}  // namespace tern::php
