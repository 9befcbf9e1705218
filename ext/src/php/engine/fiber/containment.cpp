#include "php/engine/fiber/containment.h"

#include <utility>

#include "php/engine/compat/delayed_exhaustion.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/state/engine_state.h"
#include "php/engine/state/own_state.h"

namespace tern::php {

namespace {

// Pages of the VM's stack that the code has added. It may have called code of another heap, which has added some, too.
void free_pages_above(zend_vm_stack page, OwnHeap* inner) noexcept {
    while (EG(vm_stack) != page && EG(vm_stack) != nullptr) {
        zend_vm_stack last = EG(vm_stack);
        EG(vm_stack) = last->prev;
        OwnHeap::run_heap_of(last, inner);
        efree(last);
    }
}

// What a compiler that was left would mistake for its own. Its exception class and others are reset by the engine.
void reset_compiler() noexcept {
    for (zend_stack* stack : {&CG(loop_var_stack), &CG(delayed_oplines_stack), &CG(short_circuiting_opnums)})
        stack->top = 0;
}

// Where an output callback wants to print into a buffer, the engine ends all buffers before it reports the error. Its
// stack of buffers has no memory then, but believes to have.
void reset_output() noexcept {
    OG(running) = nullptr;
    if (OG(handlers).elements == nullptr) zend_stack_init(&OG(handlers), OG(handlers).size);
}

// No destructor of it runs: the fatal error has marked all objects.
void drop_exceptions() noexcept {
    set_previous_exception(nullptr);
    EG(opline_before_exception) = nullptr;
    if (zend_object* pending = std::exchange(EG(exception), nullptr)) OBJ_RELEASE(pending);
}

}  // namespace

void EnginePoint::save() noexcept {
    frame_ = EG(current_execute_data);
    stack_ = EG(vm_stack);
    stack_top_ = EG(vm_stack_top);
    stack_end_ = EG(vm_stack_end);
    trace_ = EG(jit_trace_num);
    exception_class_ = EG(exception_class);
    error_handling_ = EG(error_handling);
    active_fiber_ = EG(active_fiber);
    compiled_ = CG(active_op_array);
    heap_ = OwnHeap::running_heap();
    collector_ = OwnCollector::running_collector();
    collects_ = !gc_protected();
    blocks_ = 0;
    if (zend_fiber_switch_blocked()) [[unlikely]]
        block_switches(blocks_ = unblock_switches());
}

void EnginePoint::go_back() noexcept {
    OwnHeap* const jumped = OwnHeap::running_heap();
    free_pages_above(stack_, heap_);
    OwnHeap::run(jumped);
    EG(current_execute_data) = frame_;
    EG(vm_stack_top) = stack_top_;
    EG(vm_stack_end) = stack_end_;
    EG(jit_trace_num) = trace_;
    EG(exception_class) = exception_class_;
    EG(error_handling) = error_handling_;
    EG(active_fiber) = active_fiber_;
    CG(active_op_array) = compiled_;
    CG(in_compilation) = false;
    CG(unclean_shutdown) = false;
    if (collects_ && OwnCollector::running_collector() == collector_) gc_protect(false);
    DelayedExhaustion::clear();
    reset_compiler();
    drop_exceptions();
    reset_output();
    HeldState::reset();
    EngineState::reset();
    OwnHeap::run(heap_);
    OwnCollector::run(collector_);
    (void)unblock_switches();
    block_switches(blocks_);
}

namespace {

// Some functions of the engine catch the bailout themselves and return. `here`: where to go back to, which the body may
// save anew.
bool contain_at(EnginePoint& here, void (*body)(void* argument), void* argument) {
    here.save();
    volatile bool ended = false;
    zend_try {
        body(argument);
        ended = true;
    }
    zend_end_try();
    if (ended && !CG(unclean_shutdown)) [[likely]]
        return true;
    const bool unwound = ended && EG(exception) != nullptr && zend_is_unwind_exit(EG(exception));
    here.go_back();
    if (unwound) return false;
    gc_protect(true);  // the collector may have been left, too
    if (Coroutines* coroutines = php::coroutines()) coroutines->damaged = true;
    report_overflow();
    return false;
}

}  // namespace

bool contain(void (*body)(void* argument), void* argument) {
    EnginePoint here;
    return contain_at(here, body, argument);
}

void ContainedBodies::call_all(void* self) {
    auto& bodies = *static_cast<ContainedBodies*>(self);
    while (bodies.next_(bodies) && !CG(unclean_shutdown)) bodies.before_.save();
}

bool ContainedBodies::call(Next next) {
    next_ = next;
    return contain_at(before_, call_all, this);
}

void bail_unless_contained() {
    if (!unwinds_from_fatal()) return;
    const Fiber* self = current_fiber();
    const OwnState* state = self == nullptr ? nullptr : self->own_state();
    if (state == nullptr || !state->contains_fatal_errors()) zend_bailout();
}

void unwind_callers() noexcept {
    if (EG(exception) != nullptr) zend_clear_exception();
    if (EG(current_execute_data) != nullptr) return zend_throw_unwind_exit();
    EG(exception) = zend_create_unwind_exit();
}

}  // namespace tern::php
