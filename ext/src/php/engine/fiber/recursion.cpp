#include <algorithm>
#include <utility>

#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/fiber_stack.h"

namespace tern::php {

namespace {

// Reserved for the extension and the functions below the last PHP function, and for reporting the error.
constexpr size_t kReservedBytes = 128 * 1024;
// A stack is back above its guard when it has this much left, so that code at its end does not change the guard again
// and again.
constexpr ptrdiff_t kLeftBytes = 64 * 1024;
constexpr int kTracedFrames = 64;
constexpr char kMessage[] = "The C stack of a coroutine is used up: infinite recursion? (option c_stack_size)";

void (*next)(zend_execute_data* frame) = nullptr;

const char* here() noexcept { return static_cast<const char*>(__builtin_frame_address(0)); }

bool is_used_up() noexcept {
    const zend_fiber_context* context = EG(current_fiber_context);
    if (context->stack == nullptr) return false;  // the stack of the process
    const FiberStackHead* stack = head_of(context);
    return static_cast<size_t>(here() - stack->bottom) < std::min(kReservedBytes, stack->size / 4);
}

// For the operation whose result the engine frees when it unwinds the frame, although it has not run. A generator was
// left in an operation, which has a result.
void note_operation(zend_execute_data* frame) noexcept {
    const zend_op*& operation = EG(opline_before_exception);
    if ((ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR) != 0) return (void)--operation;
    if ((operation->result_type & (IS_TMP_VAR | IS_VAR)) != 0) ZVAL_UNDEF(ZEND_CALL_VAR(frame, operation->result.var));
}

// With the innermost frames only: the trace of a recursion that has used up its stack would be a megabyte of log.
void throw_error(zend_execute_data* frame) {
    zend_execute_data* last = frame;
    for (int n = 1; n < kTracedFrames && last->prev_execute_data != nullptr; ++n) last = last->prev_execute_data;
    zend_execute_data* const others = std::exchange(last->prev_execute_data, nullptr);
    zval error;
    object_init_ex(&error, zend_ce_error);
    last->prev_execute_data = others;
    zend_string* message = zend_string_init(ZEND_STRL(kMessage), false);
    zval text;
    ZVAL_STR(&text, message);
    zend_update_property_ex(zend_ce_error, Z_OBJ(error), ZSTR_KNOWN(ZEND_STR_MESSAGE), &text);
    zend_string_release(message);
    zend_throw_exception_object(&error);
}

// The engine unwinds a frame that begins with an exception; another function than its own might start it again.
void refuse(zend_execute_data* frame) {
    throw_error(frame);
    if (frame->opline == EG(exception_op)) note_operation(frame);
    execute_ex(frame);
}

// It is not a function of its own: the engine's only operation of it frees it, and calls __call() or __callStatic().
bool is_trampoline(const zend_execute_data* frame) noexcept {
    return (frame->func->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) != 0;
}

void execute(zend_execute_data* frame) {
    if (__builtin_expect(!is_used_up(), 1) || is_trampoline(frame)) return next(frame);
    refuse(frame);
}

FiberStack* extended_stack() noexcept {
    Fiber* fiber = current_fiber();
    FiberStack* stack = fiber == nullptr ? nullptr : fiber->running_stack();
    return stack == nullptr || !stack->extended() ? nullptr : stack;
}

// In place of execute_ex, while a stack is extended.
void execute_above_guard(zend_execute_data* frame) {
    FiberStack* stack = extended_stack();
    if (stack != nullptr) {
        const ptrdiff_t left = here() - stack->bottom();
        if (left < 0 && !is_trampoline(frame)) return refuse(frame);
        if (left < kLeftBytes) return execute_ex(frame);
        stack->end_extension();
    }
    zend_execute_ex = execute_ex;
    execute_ex(frame);
}

}  // namespace

void limit_recursion() noexcept {
    if (zend_execute_ex == execute_ex || next != nullptr) return;
    next = zend_execute_ex;
    zend_execute_ex = execute;
}

void end_recursion() noexcept {
    if (zend_execute_ex == execute_ex) zend_execute_ex = execute_above_guard;
}

}  // namespace tern::php
