#include "php/bridge/recursion.h"

#include <algorithm>

#include "php/bridge/fiber_stack.h"

namespace tern::php {

namespace {

// Reserved for the extension and the functions below the last PHP function, and for reporting the error.
constexpr size_t kReservedBytes = 128 * 1024;

void (*next)(zend_execute_data* frame) = nullptr;

bool is_used_up() noexcept {
    const zend_fiber_context* context = EG(current_fiber_context);
    if (context->stack == nullptr) return false;  // the stack of the process
    const FiberStackHead* stack = head_of(context);
    const char* here = static_cast<const char*>(__builtin_frame_address(0));
    return static_cast<size_t>(here - stack->bottom) < std::min(kReservedBytes, stack->size / 4);
}

// The engine unwinds a frame that begins with an exception; the extension might start it again.
void execute(zend_execute_data* frame) {
    if (__builtin_expect(!is_used_up(), 1)) return next(frame);
    zend_throw_error(nullptr, "The C stack of a coroutine is used up: infinite recursion? (option c_stack_size)");
    execute_ex(frame);
}

}  // namespace

void limit_recursion() noexcept {
    if (zend_execute_ex == execute_ex || next != nullptr) return;
    next = zend_execute_ex;
    zend_execute_ex = execute;
}

}  // namespace tern::php
