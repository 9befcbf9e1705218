// The coroutines of this process and the loop that wakes them: what code needs that waits, or that the loop calls. The
// owner is the Runtime (coroutine/program/process_runtime), which has one and adds the rest.
#pragma once

#include <atomic>
#include <vector>

#include "base/address_map.h"
#include "coro/coroutine.h"
#include "php/engine/fiber/coroutine_clock.h"
#include "php/engine/fiber/fiber_stack.h"
#include "php/engine/fiber/program_coroutine.h"
#include "php/engine/globals.h"
#include "php/engine/state/error_handling.h"

namespace tern::php {

class Fiber;
class TraceScope;
struct ClassLoad;
struct ClassWait;

// Fibers are reused, with their stacks.
struct FiberPool {
    static constexpr size_t kIdleKept = 1024;

    FiberStacks stacks;
    std::vector<Fiber*> idle;
    size_t max_coroutines = 100'000;
    zend_fiber_context* root = EG(current_fiber_context);  // where the loop runs
    bool observed = false;                                 // debuggers and profilers learn of each coroutine
};

// How the loop calls the program for timers and events.
struct LoopCalls {
    bool in_coroutines = true;  // each call has a coroutine of its own
    size_t dropped = 0;         // calls that were not made because there were too many coroutines
    int64_t next_warning_ms = 0;
};

// Classes that are being loaded (isolation/state/class_load). The entries lie on the stacks of the coroutines; null:
// none.
struct ClassLoads {
    ClassLoad* first_load = nullptr;
    ClassWait* first_wait = nullptr;
};

// Calls of client extensions that are under way (socket/driver/driver_calls).
struct DriverCalls {
    static constexpr int64_t kNone = -1;

    // The id of the coroutine that is in a call with the connection, as long as the call lasts. One that a fatal error
    // has left behind is of a coroutine that has ended, and does not count.
    AddressMap<int64_t> users;
    std::vector<zend_object*> unfreed;  // references: objects without other references, but whose connection is in use
};

// How a program without a server ends.
struct ScriptEnd {
    bool stopping = false;      // the loop returns after this turn
    bool over = false;          // an exception or exit() has ended the program
    bool ending = false;        // everything that still waits is being unwound
    loop::TurnHook after_turn;  // of the loop that runs a program to its end
};

struct Coroutines {
    Coroutines() noexcept : scheduler(loop) {}
    Coroutines(const Coroutines&) = delete;
    Coroutines& operator=(const Coroutines&) = delete;

    // The running coroutine; null outside of one.
    ProgramCoroutine* current() noexcept { return static_cast<ProgramCoroutine*>(scheduler.current()); }
    // False outside of coroutines, and while the engine does something that other code must not see half done.
    bool may_suspend() noexcept { return scheduler.current() != nullptr && !zend_fiber_switch_blocked(); }
    // Each switch from one coroutine to another is counted (coroutine/program/preemption).
    void count_switch() noexcept {
        switches.store(switches.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    FiberPool pool;  // outlives the loop: after a fatal error timers on its stacks are still linked there
    loop::Loop loop;
    coro::Scheduler scheduler;
    LoopCalls loop_calls;
    ClassLoads class_loads;
    DriverCalls driver_calls;
    ScriptEnd script;
    ErrorReporting error_reporting;
    CoroutineClock coroutine_clock;
    std::atomic<uint64_t> switches{1};
    TraceScope* outer_trace = nullptr;  // the trace of what runs outside of coroutines; null: none
    // Drops all timers, watches and deferred functions, and what they would have called. The owner installs it.
    void (*drop_callbacks)(Coroutines& coroutines) noexcept = nullptr;
    bool bailed = false;             // a fatal error happened: no PHP runs in this process any more
    bool damaged = false;            // a fatal error was contained: the process is to be replaced
    size_t lost_bytes = 0;           // by contained errors of files that do not compile
    bool handling = false;           // a request is handled outside of coroutines
    bool hooked_by_default = false;  // the program is in Co\run()
    bool is_script = false;          // no server: the program ends when nothing can happen any more
    bool running = false;            // the loop turns: the program must not turn it itself

protected:
    ~Coroutines() = default;
};

// Null in a process that has not used a coroutine, a timer or an event.
inline Coroutines* coroutines() noexcept { return TERN_G(coroutines); }

}  // namespace tern::php
