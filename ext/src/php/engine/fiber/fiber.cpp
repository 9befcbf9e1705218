#include "php/engine/fiber/fiber.h"

#include <cstring>

#include "php/engine/classes.h"
#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/fiber_stack.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/sanitizer.h"
#include "php/engine/fiber/trace_scope.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/state/engine_state.h"
#include "php/engine/state/own_state.h"

namespace tern::php {

Fiber::Fiber(Coroutines& coroutines) noexcept
    : coroutines_(coroutines), time_limit_([](void* self) { static_cast<Fiber*>(self)->on_time_limit(); }, this) {}

void Fiber::on_time_limit() noexcept {
    if (body_.overdue != nullptr) return body_.overdue(*this, argument_);
    (void)cancel_with(coroutines_, *this, classes.timeout_exception);
}

bool Fiber::init() noexcept {
    return stack_.init(coroutines_.pool.stacks.pool(), &context_, &lowest_function, &Fiber::main);
}

bool Fiber::spawn(Coroutines& coroutines, const FiberBody& body, void* argument) noexcept {
    FiberPool& pool = coroutines.pool;
    if (coroutines.bailed || coroutines.scheduler.count() >= pool.max_coroutines) return false;
    Fiber* fiber = nullptr;
    if (!pool.idle.empty()) {
        fiber = pool.idle.back();
        pool.idle.pop_back();
        if (pool.observed) announce(fiber->context_);
    } else {
        fiber = new Fiber(coroutines);
        if (!fiber->init()) {
            delete fiber;
            return false;
        }
    }
    fiber->body_ = body;
    fiber->argument_ = argument;
    fiber->cancel_throws = false;
    fiber->cancel_class = nullptr;
    fiber->thrown_within_call = nullptr;
    fiber->ran_ns = 0;
    if (coroutines.coroutine_clock.on()) CoroutineClock::inherit(coroutines.current(), *fiber);
    fiber->for_request_ = body.for_request;
    const TraceScope* scope = coroutines.outer_trace;
    if (const auto* parent = static_cast<const Fiber*>(coroutines.current()); parent != nullptr) {
        scope = parent->trace_;
        fiber->for_request_ = body.for_request || parent->for_request_;
        if (parent->own_state_ != nullptr) [[unlikely]]
            fiber->own_state_ = parent->own_state_->inherit();
    }
    if (scope != nullptr) [[unlikely]]
        fiber->set_trace(scope->copy());
    if (__builtin_expect(pool.observed, 0)) {
        fiber->start_observed();
    } else {
        coroutines.scheduler.start(*fiber);
    }
    return true;
}

void Fiber::set_trace(TraceScope* scope) noexcept {
    delete trace_;
    trace_ = scope;
    observe(scope != nullptr && scope->trace().sampled() ? scope : nullptr);
}

void Fiber::delete_idle(FiberPool& pool) noexcept {
    for (Fiber* fiber : pool.idle) delete fiber;
    pool.idle.clear();
}

bool Fiber::observed() noexcept {
    if (!fibers_are_observed()) return false;
    keep_dead_fibers(&lowest_function);
    limit_recursion();
    return true;
}

void Fiber::start_observed() noexcept {
    StartingPoint somewhere;
    coroutines_.scheduler.start(*this);
}

void Fiber::switch_to(zend_fiber_context* target, uint8_t flags) noexcept {
    EngineState state;
    state.save();
    switch_stacks(target, flags);
    state.restore();
}

inline void Fiber::switch_stacks(zend_fiber_context* target, uint8_t flags) noexcept {
    AsanSwitch asan(target);
    zend_fiber_transfer transfer{};
    transfer.context = target;
    transfer.flags = flags;
    ZVAL_NULL(&transfer.value);
    zend_fiber_switch_context(&transfer);
    asan.arrived();
}

// For a coroutine that has settings of its own.
[[gnu::noinline]] void Fiber::switch_from(Fiber* self, zend_fiber_context* target) noexcept {
    EngineState state;
    state.save();
    self->own_state_->exchange();
    switch_stacks(target, 0);
    self->own_state_->exchange();
    state.restore();
}

OwnState& Fiber::need_own_state() {
    if (own_state_ == nullptr) own_state_ = new OwnState;
    return *own_state_;
}

OwnState* Fiber::change_own_state(OwnState* state) {
    if (own_state_ != nullptr) own_state_->exchange();
    OwnState* before = std::exchange(own_state_, state);
    if (state != nullptr) state->exchange();
    return before;
}

void Fiber::limit_time(int64_t after_ms) noexcept {
    coroutines_.loop.start_timer(time_limit_, coro::Deadline::in(after_ms).at_ms - coroutines_.loop.now_ms());
}

size_t Fiber::used_stack_bytes() const noexcept {
    const char* top = stack_.top();
    if (top == nullptr) return 0;
    const char* at =
        suspended() ? static_cast<const char*>(context_.handle) : static_cast<const char*>(__builtin_frame_address(0));
    return at < top ? static_cast<size_t>(top - at) : 0;
}

void Fiber::enter() {
    if (coroutines_.bailed) return;
    back_ = EG(current_fiber_context);
    coroutines_.count_switch();
    if (coroutines_.coroutine_clock.on()) coroutines_.coroutine_clock.enter(static_cast<Fiber*>(previous()), *this);
    if (auto* from = static_cast<Fiber*>(previous()); from != nullptr && from->own_state_ != nullptr) [[unlikely]] {
        switch_from(from, at_);
    } else {
        switch_to(at_);
    }
    if (__builtin_expect(coroutines_.pool.observed, 0) && context_.status == ZEND_FIBER_STATUS_INIT)
        announce_end(context_);
}

// The program may have entered native Fibers within ours: the coroutine continues in the innermost one.
void Fiber::leave() {
    at_ = EG(current_fiber_context);
    frame_ = EG(current_execute_data);
    coroutines_.count_switch();
    if (coroutines_.coroutine_clock.on()) coroutines_.coroutine_clock.leave(*this, static_cast<Fiber*>(previous()));
    if (own_state_ != nullptr) [[unlikely]]
        return switch_from(this, back_);
    switch_to(back_);
}

// The body has ended. Its engine state is dropped: the caller we return to restores its own, and the next body starts
// with a clean one.
inline void Fiber::leave_for_good() noexcept {
    at_ = &context_;
    coroutines_.count_switch();
    if (coroutines_.coroutine_clock.on()) coroutines_.coroutine_clock.leave(*this, static_cast<Fiber*>(previous()));
    switch_stacks(back_, 0);
}

ZEND_STACK_ALIGNED void Fiber::main(zend_fiber_transfer*) {
    AsanSwitch::entered();
    auto* self = static_cast<Fiber*>(php::coroutines()->current());
    self->prepare_stack();
    self->run_bodies();
}

void Fiber::prepare_stack() noexcept {
    zend_vm_stack page = stack_.vm_page();
    EG(vm_stack) = page;
    EG(vm_stack_top) = page->top + ZEND_CALL_FRAME_SLOT;
    EG(vm_stack_end) = page->end;
    EG(vm_stack_page_size) = FiberStack::kVmPageBytes;
    auto* lowest = reinterpret_cast<zend_execute_data*>(page->top);
    std::memset(lowest, 0, sizeof *lowest);
    lowest->func = &lowest_function;
    EG(current_execute_data) = lowest;
    set_fiber_stack_limits(&context_);
}

void Fiber::run_body(void* fiber) {
    auto* self = static_cast<Fiber*>(fiber);
    if (self->own_state_ != nullptr) [[unlikely]]
        self->begin_own_state();
    if (self->own_state_ != nullptr && self->own_state_->contains_fatal_errors()) [[unlikely]] {
        self->run_contained();
    } else {
        self->body_.run(self->argument_);
    }
    if (self->coroutines_.loop.copied()) guard::end_fork();
    if (self->locals.in_use()) self->locals.end();
}

// The fatal error may come from code that was called outside of the state.
[[gnu::noinline]] void Fiber::run_contained() {
    OwnState* const own = own_state_;
    const auto run = [](void* fiber) {
        auto* self = static_cast<Fiber*>(fiber);
        self->body_.run(self->argument_);
    };
    if (!contain(run, this) && own_state_ != own) (void)change_own_state(own);
}

void Fiber::end_locals(void* fiber) { static_cast<Fiber*>(fiber)->locals.end(); }

// For an inherited state.
[[gnu::noinline]] void Fiber::begin_own_state() {
    own_state_->exchange();
    EG(error_reporting) = coroutines_.error_reporting.configured();
}

// Freeing the state may run PHP code, which may make a new one.
void Fiber::end_own_state(void* fiber) {
    auto* self = static_cast<Fiber*>(fiber);
    EngineState::reset();  // it may be of the state's heap
    self->own_state_->exchange();
    std::exchange(self->own_state_, nullptr)->release();
}

// Destructors make a new state each time that it is freed, so this one stays allocated.
[[gnu::noinline]] void Fiber::abandon_own_state() {
    EngineState::reset();
    own_state_->exchange();
    own_state_ = nullptr;
}

// Never returns: between two bodies the fiber is in the pool, and such a fiber is destroyed as it is.
void Fiber::run_bodies() noexcept {
    for (;;) {
        EG(error_reporting) = coroutines_.error_reporting.configured();
        EG(jit_trace_num) = 0;
        Outcome outcome = guard::run(&Fiber::run_body, this);
        // An exception handler or an output callback may have added new ones.
        for (int n = 0; outcome != Outcome::bailed && locals.in_use() && n < kLocalsRounds; ++n) {
            outcome = guard::run(&Fiber::end_locals, this);
        }
        for (int n = 0; outcome != Outcome::bailed && own_state_ != nullptr && n < kLocalsRounds; ++n)
            [[unlikely]] outcome = guard::run(&Fiber::end_own_state, this);
        if (outcome != Outcome::bailed && own_state_ != nullptr) [[unlikely]]
            abandon_own_state();
        if (outcome == Outcome::bailed) {
            if (body_.bailed != nullptr) body_.bailed(argument_);
            // A native Fiber that runs coroutines is resumed by the engine's own code, which bails out, too.
            switch_to(coroutines_.pool.root, ZEND_FIBER_TRANSFER_FLAG_BAILOUT);
        }
        EngineState::reset();
        time_limit_.stop();
        if (trace_ != nullptr) [[unlikely]]
            set_trace(nullptr);
        coroutines_.scheduler.finish(*this);
        return_to_pool();
        if (coroutines_.pool.observed) context_.status = ZEND_FIBER_STATUS_DEAD;
        leave_for_good();
    }
}

// Puts the fiber into the pool. If that is full, another one is deleted.
void Fiber::return_to_pool() noexcept {
    stack_.trim();
    std::vector<Fiber*>& idle = coroutines_.pool.idle;
    if (idle.size() >= FiberPool::kIdleKept) {
        delete idle.back();
        idle.pop_back();
    }
    idle.push_back(this);
}

TraceScope* current_trace(Coroutines& coroutines) noexcept {
    const auto* fiber = static_cast<const Fiber*>(coroutines.current());
    return fiber == nullptr ? coroutines.outer_trace : fiber->trace();
}

void set_trace(Coroutines& coroutines, TraceScope* scope) noexcept {
    if (auto* fiber = static_cast<Fiber*>(coroutines.current()); fiber != nullptr) return fiber->set_trace(scope);
    delete coroutines.outer_trace;
    coroutines.outer_trace = scope;
}

}  // namespace tern::php
