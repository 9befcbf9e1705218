// The first of two doors to PHP code: coroutines on fibers of the engine's own kind. Fibers are pooled, with their C
// and VM stacks: starting one that has run before costs a context switch. A fiber belongs to its Runtime.
#pragma once

#include <vector>

#include "coro/coroutine.h"
#include "php/bridge/coroutine_locals.h"
#include "php/bridge/fiber_stack.h"

namespace tern::serve {
class RequestAccount;
}

namespace tern::php {

struct Runtime;

class Fiber;
class OwnState;
class TraceScope;

// What a coroutine does. The first two run inside the fiber. `run` may leave an exception behind: it is reported, and
// the process goes on. `bailed` is told instead of everything behind the place where the engine gave up: no PHP, no
// Zend from there.
struct FiberBody {
    void (*run)(void* argument) = nullptr;
    void (*bailed)(void* argument) = nullptr;
    // The time limit is over while the coroutine waits; called outside of it. Null: a TimeoutException is thrown there.
    void (*overdue)(Fiber& fiber, void* argument) = nullptr;
    // It handles a request, a message or a task of others: see hooks/engine_functions.
    bool for_request = false;
};

class Fiber final : public coro::Coroutine {
public:
    explicit Fiber(Runtime& runtime) noexcept;
    ~Fiber() = default;

    bool init() noexcept;
    // Runs until the first suspension; false when there are too many coroutines or no memory for one more.
    // `argument` is only good until then: the body takes what it needs first.
    static bool spawn(Runtime& runtime, const FiberBody& body, void* argument) noexcept;
    // Whether somebody watches them, from now on.
    static bool observed() noexcept;

    CoroutineLocals locals;
    // cancel() makes the wait throw rather than return false.
    bool cancel_throws = false;
    zend_class_entry* cancel_class = nullptr;  // of the last time that it was to throw
    // What a cancelled wait within a call of libc threw: until it is caught that call, and what it calls, waits no
    // more.
    const zend_object* thrown_within_call = nullptr;
    int64_t ran_ns = 0;                        // these two: kept by RunTime
    serve::RequestAccount* account = nullptr;  // a reference, of the request that it works for; null: none has one
    // Its place in a trace; null: it has none. The scope becomes its own.
    TraceScope* trace() const noexcept { return trace_; }
    void set_trace(TraceScope* scope) noexcept;
    // It handles a request, or another one that does has started it.
    bool for_request() const noexcept { return for_request_; }
    // What it has set for itself; null: nothing. Only from within its body.
    OwnState* own_state() const noexcept { return own_state_; }
    OwnState& need_own_state();
    // From within the body, whose end lifts it.
    void limit_time(int64_t after_ms) noexcept;
    void lift_time_limit() noexcept { time_limit_.stop(); }
    // From within the body, when it has let go of its argument: what it has deferred comes after this, and may suspend.
    void forget_argument() noexcept {
        argument_ = nullptr;
        body_.bailed = nullptr;
        body_.overdue = nullptr;
        lift_time_limit();
    }
    // What it was spawned with to run this, until it forgets it; null: it runs something else.
    void* argument_of(void (*run)(void*)) const noexcept { return body_.run == run ? argument_ : nullptr; }
    // Where its PHP code waits; null while it runs.
    const zend_execute_data* frame() const noexcept { return suspended() ? frame_ : nullptr; }
    // In a process that was forked off while it waited: what it holds stays as it is.
    void keep_for_parent() const noexcept { stack_.keep_for_parent(); }
    // Of its C stack.
    size_t used_stack_bytes() const noexcept;
    // Its stack, while it runs on that: null on a native Fiber's.
    FiberStack* running_stack() noexcept { return EG(current_fiber_context) == &context_ ? &stack_ : nullptr; }

private:
    void enter() override;
    void leave() override;
    static void main(zend_fiber_transfer* transfer);
    static void run_body(void* self);
    static void end_locals(void* self);
    void begin_own_state();
    static void end_own_state(void* self);
    void abandon_own_state();
    static constexpr int kLocalsRounds = 16;
    void prepare_stack() noexcept;
    void run_bodies() noexcept;
    void start_observed() noexcept;
    void retire() noexcept;
    static void switch_to(zend_fiber_context* target, uint8_t flags = 0) noexcept;
    static void switch_from(Fiber* self, zend_fiber_context* target) noexcept;

    Runtime& runtime_;
    zend_fiber_context context_{};
    TraceScope* trace_ = nullptr;
    zend_fiber_context* back_ = nullptr;  // where leave() goes
    zend_fiber_context* at_ = &context_;  // where enter() goes
    FiberStack stack_;
    const zend_execute_data* frame_ = nullptr;
    loop::Timer time_limit_;
    FiberBody body_;
    void* argument_ = nullptr;
    OwnState* own_state_ = nullptr;
    bool for_request_ = false;
};

}  // namespace tern::php
