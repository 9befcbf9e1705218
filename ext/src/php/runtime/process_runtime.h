// What a process needs to run coroutines: the loop, the scheduler, the pool of fibers. One per process: a worker has
// its own, any other program gets one when it first needs it (runtime/script). Destroyed when PHP runs no more.
#pragma once

#include <memory>
#include <vector>

#include "boundary/children.h"
#include "boundary/gate.h"
#include "boundary/signals.h"
#include "loop/offload.h"
#include "php/bridge/coroutine_options.h"
#include "php/bridge/error_reporting.h"
#include "php/bridge/fiber.h"
#include "php/bridge/globals.h"
#include "php/bridge/run_time.h"
#include "php/runtime/preemption.h"
#include "php/runtime/slow_watch.h"
#include "php/runtime/watchdog.h"
#include "protocol/http/head.h"

namespace tern::serve {
class Tracer;
}

namespace tern::php {

class PortHost;
class ProgramSignals;
class Timers;
class TraceScope;
class TurnCalls;
class Watches;
struct ClassLoad;
struct ClassWait;

// See hooks/blocking_calls.
boundary::Boundary make_boundary(coro::Scheduler& scheduler, loop::Offload& offload) noexcept;

struct Runtime {
    Runtime() noexcept;
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    ~Runtime();

    // The running coroutine; null outside of one.
    Fiber* current() noexcept { return static_cast<Fiber*>(scheduler.current()); }
    // False while the engine does something that another coroutine must not see half done.
    bool may_suspend() noexcept { return scheduler.current() != nullptr && !zend_fiber_switch_blocked(); }

    FiberStacks stacks;  // outlives the loop: after a fatal error timers on them are still linked there
    loop::Loop loop;
    coro::Scheduler scheduler;
    loop::Offload offload;  // threads for files and names
    boundary::Signals signals;
    boundary::Children children;
    boundary::Boundary boundary;
    std::vector<Fiber*> idle;
    std::vector<http::Field> fields;  // scratch for composing heads
    ErrorReporting error_reporting;
    Preemption preemption;
    RunTime run_time;
    Watchdog watchdog{*this};
    SlowWatch slow_watch{*this};
    std::unique_ptr<ProgramSignals> program_signals;
    std::unique_ptr<Timers> timers;  // these four: null until the program uses them
    std::unique_ptr<Watches> watches;
    std::unique_ptr<TurnCalls> turn_calls;
    std::shared_ptr<PortHost> port_host;  // null: no ports were opened
    ClassLoad* class_loads = nullptr;     // these two: on the stacks of the coroutines; null: none is under way
    ClassWait* class_waits = nullptr;
    serve::Tracer* tracer = nullptr;    // null: nothing is traced
    TraceScope* outer_trace = nullptr;  // of what runs outside of coroutines; null: it has none
    bool (*ports_in_use)(const Runtime& all) noexcept = nullptr;
    coro::Deadline run_until;  // Co\run() in a callback of a server ends then; never: when all has ended
    size_t max_coroutines = 100'000;
    size_t dropped_calls = 0;  // of timers and events, as there were max_coroutines
    int64_t next_complaint_ms = 0;
    zend_fiber_context* root = EG(current_fiber_context);  // where the loop runs
    bool handling = false;                                 // a request is handled outside of coroutines
    bool callbacks_in_coroutines = true;  // each callback of a timer or an event has a coroutine of its own
    bool bailed = false;                  // a fatal error happened: no PHP runs in this process any more
    bool checks_deadlock = true;          // of a script: reports coroutines that nothing wakes
    bool hooked_by_default = false;       // it is in Co\run()
    bool is_script = false;               // no server: the program ends when nothing can happen any more
    bool running = false;                 // its loop turns: the program must not turn it itself
    bool stopping = false;                // of a script: run_to_end() returns after this turn
    bool observed = Fiber::observed();    // debuggers and profilers are told of each coroutine
    bool over = false;                    // of a script: an exception or exit() has ended it
    bool ending = false;                  // of a script: everything that still waits is being unwound

    static constexpr size_t kIdleKept = 1024;
};

// Null in a process that has not used a coroutine, a timer or an event.
inline Runtime* runtime() noexcept { return TERN_G(runtime); }

// A point in the life of a program: the last coroutine and the last timer that it had started.
struct ProgramMark {
    int64_t coroutine_id = 0;
    int64_t timer_id = 0;
};
ProgramMark mark_program(const Runtime* all) noexcept;
// What it started between two of them. A callback that starts the same timer again and again is not waited for when
// the second mark is behind the call that is to be waited for.
struct ProgramSpan {
    ProgramMark from;
    ProgramMark to{INT64_MAX, INT64_MAX};
};
// Whether a timer, or a timer or coroutine, of it has not ended.
bool has_timers_of(const Runtime* all, const ProgramSpan& span) noexcept;
bool is_pending(const Runtime* all, const ProgramSpan& span) noexcept;

// Takes over what Coroutine::set() was given. Fibers that are made from then on have the stacks that it says.
void apply_to(Runtime& all, const CoroutineOptions& options) noexcept;

// Makes the wait of a suspended coroutine end; `exception` is thrown there, null: the wait returns false. Runs it, to
// its next suspension. False when it does not wait.
bool cancel_with(Runtime& all, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept;
// Cancels every coroutine that waits, so that finally blocks and destructors run, and those that then wait again.
void cancel_all(Runtime& all) noexcept;
// Only those that were started since then.
void cancel_since(Runtime& all, const ProgramMark& mark) noexcept;
// Drops all timers, watches, deferred functions, and what they would have called: that runs destructors.
void drop_callbacks(Runtime& all) noexcept;

}  // namespace tern::php
