// Owns what a process needs to run coroutines, and constructs the parts in order. There is one per process: a worker
// has its own, and any other program gets one when it first needs it (coroutine/program/script). It is destroyed when
// PHP runs no more. Most code needs only a part: its Coroutines, or one of the members.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "boundary/children.h"
#include "boundary/gate.h"
#include "boundary/name_cache.h"
#include "boundary/signals.h"
#include "loop/offload.h"
#include "php/coroutine/program/preemption.h"
#include "php/coroutine/report/slow_request_log.h"
#include "php/coroutine/report/watchdog.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/idle_objects.h"
#include "php/engine/options/coroutine_options.h"
#include "protocol/http/head.h"
#include "protocol/http/ws/deflate.h"

namespace tern::serve {
class Tracer;
}

namespace tern::php {

class PortHost;
class ProgramPoll;
class ProgramSignals;
class Timers;
class TurnCalls;
class ProgramWatches;

struct Runtime final : Coroutines {
    Runtime() noexcept;
    ~Runtime();

    // The running coroutine; null outside of one.
    Fiber* current() noexcept { return static_cast<Fiber*>(scheduler.current()); }

    loop::Offload offload;  // threads for files and names
    boundary::NameCache name_cache;
    boundary::Signals signals;
    boundary::Children children;
    boundary::Boundary boundary;
    std::vector<http::Field> fields;  // scratch for composing heads
    IdleObjects idle_requests;        // of Swoole\Http\Request
    IdleObjects idle_responses;       // of Swoole\Http\Response
    IdleObjects idle_frames;          // of Swoole\WebSocket\Frame
    Preemption preemption;
    Watchdog watchdog;
    SlowRequestLog slow_request_log;
    // Null until the program uses them.
    std::unique_ptr<ProgramSignals> program_signals;
    std::unique_ptr<Timers> timers;
    std::unique_ptr<ProgramWatches> watches;
    std::unique_ptr<TurnCalls> turn_calls;
    List<ProgramPoll> polls;                      // of event loops of the program
    std::shared_ptr<http::ws::CodecPool> codecs;  // of WebSockets of clients, which may outlive the runtime
    // The ports that the program has opened in coroutines; null: none. `ports_in_use`: whether one still serves.
    std::shared_ptr<PortHost> port_host;
    bool (*ports_in_use)(const Runtime& runtime) noexcept = nullptr;
    serve::Tracer* tracer = nullptr;  // null: nothing is traced
    // When Co\run() in a callback of a server ends; never: when its coroutines have ended.
    coro::Deadline run_until;
    bool checks_deadlock = true;  // reports the coroutines of a script that nothing wakes
};

// Null in a process that has not used a coroutine, a timer or an event.
inline Runtime* runtime() noexcept { return static_cast<Runtime*>(TERN_G(coroutines)); }

// Makes a runtime that is this process's from then on; its loop runs on `root`.
Result<Runtime*> open_runtime(zend_fiber_context* root) noexcept;
// Before a server starts: deletes the runtime. False when coroutines, timers or events still need it.
bool drop_script_runtime() noexcept;
// The same, but a runtime with nothing but timers stays: the master takes it over.
bool leave_script_runtime() noexcept;

// Takes over what Coroutine::set() was given. Fibers that are made from then on have the stacks that it says.
void apply_to(Runtime& runtime, const CoroutineOptions& options) noexcept;

// Drops all timers, watches, deferred functions, and what they would have called: that runs destructors.
void drop_callbacks(Runtime& runtime) noexcept;

// A moment of the run: the numbers of the last coroutine and the last timer.
struct ProgramMark {
    int64_t coroutine_id = 0;
    int64_t timer_id = 0;
};
ProgramMark mark_program(const Runtime* runtime) noexcept;

// The coroutines and timers that a program started between two marks, by their numbers. If the second mark is set after
// a call, timers that this call repeats later do not belong to the span.
struct ProgramSpan {
    ProgramMark from;
    ProgramMark to{INT64_MAX, INT64_MAX};
};
// Whether a timer of the span has not ended.
bool has_timers_of(const Runtime* runtime, const ProgramSpan& span) noexcept;
// Whether a coroutine with that number, or with a lower one, has not ended.
bool has_coroutines_until(const Runtime* runtime, int64_t last_id) noexcept;
// Whether a timer or a coroutine of the span has not ended.
bool is_pending(const Runtime* runtime, const ProgramSpan& span) noexcept;

}  // namespace tern::php
