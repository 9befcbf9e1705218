// One of the two ways to call PHP code: coroutines on fibers of the engine's own kind. Fibers are pooled with their C
// and VM stacks, so starting one that has run before costs a context switch. A fiber belongs to its Coroutines.
#pragma once

#include "base/list.h"
#include "php/engine/compat/engine.h"
#include "php/engine/fiber/coroutines.h"

namespace tern::php {

class OwnState;

// What the program has attached to one coroutine: its context object, and the functions to call at its end. The parts
// are made on first use. A coroutine without them costs nothing.
class CoroutineLocals {
public:
    // Something that the coroutine has to give back, like a lock. If it has not done so at its end, `at_end` is called,
    // which unlinks and frees the entry.
    struct Held : ListHook {
        explicit Held(void (*give_back)(Held& self)) noexcept;
        void (*at_end)(Held& self);
        const OwnState* const state;  // that the coroutine had; only compared
    };

    bool in_use() const noexcept { return deferred_ != nullptr || Z_TYPE(context) != IS_UNDEF || !held.empty(); }
    // Adds a function to call at the end. Takes over the reference.
    void defer(zval* callable);
    // Calls what defer() was given, the last first, and what those calls add. `returned`: the value that the
    // coroutine's function has returned, the argument of these calls; null: it has returned none.
    void run_deferred(zval* returned);
    // Runs the last PHP code of the coroutine. Reports a pending exception, calls what defer() was given, and then
    // frees everything.
    void end();
    // A context ends, in this coroutine: gives back what its code has not.
    void end_held(const OwnState& context);

    // The context object. Undefined until the program reads it.
    zval context = {};
    List<Held> held;

private:
    zend_array* deferred_ = nullptr;
};

// What a coroutine does. `run` and `bailed` are called inside the fiber. `run` may leave an exception behind, which is
// reported. After a bailout `bailed` is called instead of the rest of `run`; it must not use PHP or Zend.
struct FiberBody {
    void (*run)(void* argument) = nullptr;
    void (*bailed)(void* argument) = nullptr;
    // Is called outside of the coroutine when its time limit ends while it waits. Null: the wait throws a
    // TimeoutException.
    void (*overdue)(Fiber& fiber, void* argument) = nullptr;
    // The coroutine handles a request, a message or a task of others (isolation/state/engine_functions).
    bool for_request = false;
};

class Fiber final : public ProgramCoroutine {
public:
    explicit Fiber(Coroutines& coroutines) noexcept;
    ~Fiber() = default;

    bool init() noexcept;
    // Starts a coroutine and runs it until its first suspension. False when there are too many coroutines or no memory
    // for one more. `argument` is valid until then only: the body first copies what it needs.
    static bool spawn(Coroutines& coroutines, const FiberBody& body, void* argument) noexcept;
    // Deletes the fibers that wait for a body.
    static void delete_idle(FiberPool& pool) noexcept;
    // Whether debuggers or profilers watch fibers. If so, prepares what they need.
    static bool observed() noexcept;

    CoroutineLocals locals;
    // Its place in a trace; null: it has none. set_trace() takes over the scope.
    TraceScope* trace() const noexcept { return trace_; }
    void set_trace(TraceScope* scope) noexcept;
    // The coroutine handles a request, or a coroutine that does has started it.
    bool for_request() const noexcept { return for_request_; }
    // The settings that the coroutine has changed for itself; null: none. Only code within its body may call these.
    OwnState* own_state() const noexcept { return own_state_; }
    OwnState& need_own_state();
    // Continues with another state, which the caller keeps alive. Returns the one before; null: there was none.
    OwnState* change_own_state(OwnState* state);
    // Sets a time limit for the body, which calls this itself. The end of the body lifts the limit.
    void limit_time(int64_t after_ms) noexcept;
    void lift_time_limit() noexcept { time_limit_.stop(); }
    // The coroutine runs, so the loop does not see that its time is over. Call it where the engine allows an exception.
    bool is_overdue() const noexcept { return time_limit_.pending() && time_limit_.expires_ms() <= monotonic_ms(); }
    void end_overdue() noexcept {
        time_limit_.stop();
        on_time_limit();
    }
    // The body calls this when its argument is not valid any more. Deferred functions follow, and may suspend.
    void drop_argument() noexcept {
        argument_ = nullptr;
        body_.bailed = nullptr;
        body_.overdue = nullptr;
        lift_time_limit();
    }
    // The argument of a coroutine that runs this body, until drop_argument(); null: it runs another body.
    void* argument_of(void (*run)(void*)) const noexcept { return body_.run == run ? argument_ : nullptr; }
    // In a process that was forked off while the coroutine waited: what it holds stays as it is.
    void keep_for_parent() const noexcept { stack_.keep_for_parent(); }
    // How much of its C stack the coroutine uses.
    size_t used_stack_bytes() const noexcept;
    // Its stack while it runs on that; null while it runs on a native Fiber's.
    FiberStack* running_stack() noexcept { return EG(current_fiber_context) == &context_ ? &stack_ : nullptr; }

private:
    void enter() override;
    void leave() override;
    void on_time_limit() noexcept;
    static void main(zend_fiber_transfer* transfer);
    static void run_body(void* self);
    static void end_locals(void* self);
    void begin_own_state();
    void run_contained();
    static void end_own_state(void* self);
    void abandon_own_state();
    static constexpr int kLocalsRounds = 16;
    void prepare_stack() noexcept;
    void run_bodies() noexcept;
    void start_observed() noexcept;
    void return_to_pool() noexcept;
    void leave_for_good() noexcept;
    static void switch_to(zend_fiber_context* target, uint8_t flags = 0) noexcept;
    static void switch_stacks(zend_fiber_context* target, uint8_t flags) noexcept;
    static void switch_from(Fiber* self, zend_fiber_context* target) noexcept;

    Coroutines& coroutines_;
    zend_fiber_context context_{};
    TraceScope* trace_ = nullptr;
    zend_fiber_context* back_ = nullptr;  // where leave() goes
    zend_fiber_context* at_ = &context_;  // where enter() goes
    FiberStack stack_;
    loop::Timer time_limit_;
    FiberBody body_;
    void* argument_ = nullptr;
    OwnState* own_state_ = nullptr;
    bool for_request_ = false;
};

// The running coroutine; null outside of one.
inline Fiber* current_fiber() noexcept {
    Coroutines* coroutines = php::coroutines();
    return coroutines == nullptr ? nullptr : static_cast<Fiber*>(coroutines->current());
}

// Calls what defer() was given, with what the function of the running coroutine has returned. Nothing after an
// exception.
inline void run_deferred(zval* returned) {
    Fiber* self = current_fiber();
    if (EG(exception) == nullptr && self != nullptr && self->locals.in_use()) self->locals.run_deferred(returned);
}

// The place in a trace of the code that runs: of its coroutine, or of what is outside of coroutines.

// Null: the running code has no place in a trace.
TraceScope* current_trace(Coroutines& coroutines) noexcept;
// The scope becomes its own; null: it has none from now on.
void set_trace(Coroutines& coroutines, TraceScope* scope) noexcept;

// What debuggers and profilers see, which watch fibers. To them each coroutine is a fiber of its own, with the statuses
// of a native one from its init to its destroy, though it runs on the stacks of a coroutine that has ended.

// True when an extension observes calls, as all extensions do that watch fibers. Otherwise the reuse of a fiber is not
// announced.
bool fibers_are_observed() noexcept;

// Call it once per process, when all observers have registered. A fiber of this kind whose status is DEAD at a switch
// gets the status INIT afterwards, and is kept.
void keep_dead_fibers(void* kind) noexcept;

// To the observers a kept context ends here, and a new one begins at announce().
void announce_end(zend_fiber_context& kept) noexcept;
void announce(zend_fiber_context& kept) noexcept;

// Observers read where a fiber starts, and Xdebug relies on an answer. This object is the answer in places without PHP
// code.
class StartingPoint {
public:
    StartingPoint() noexcept;
    StartingPoint(const StartingPoint&) = delete;
    StartingPoint& operator=(const StartingPoint&) = delete;
    ~StartingPoint() { EG(current_execute_data) = frame_; }

private:
    zend_execute_data* frame_;
    zend_execute_data nowhere_;
    zend_function function_;
    zend_op line_;
};

}  // namespace tern::php
