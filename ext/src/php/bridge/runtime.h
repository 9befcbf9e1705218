// What a process needs to run coroutines: the loop, the scheduler, the pool of fibers. One per process, made when it
// starts to serve and destroyed before PHP shuts down.
#pragma once

#include <vector>

#include "http/head.h"
#include "php/bridge/fiber.h"

namespace tern::php {

struct Runtime {
    Runtime() noexcept : scheduler(loop) {}
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    ~Runtime();

    // The running coroutine; null outside of one.
    Fiber* current() noexcept { return static_cast<Fiber*>(scheduler.current()); }
    // False while the engine does something that another coroutine must not see half done.
    bool may_suspend() noexcept { return scheduler.current() != nullptr && !zend_fiber_switch_blocked(); }

    loop::Loop loop;
    coro::Scheduler scheduler;
    std::vector<Fiber*> idle;
    std::vector<http::Field> fields;  // scratch for composing heads
    size_t max_coroutines = 100'000;
    zend_fiber_context* root = EG(current_fiber_context);  // where the loop runs
    bool handling = false;                                 // a request is handled outside of coroutines
    bool bailed = false;  // a fatal error happened: no PHP runs in this process any more

    static constexpr size_t kIdleKept = 256;
};

// Null outside of servers.
Runtime* runtime() noexcept;

}  // namespace tern::php
