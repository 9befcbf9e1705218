// Fatal errors that end only the code that has raised them. The engine leaves its code by longjmp() then, and expects
// the end of the process. Here execution continues where that code was called.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/state/engine_collector.h"
#include "php/engine/state/engine_heap.h"

namespace tern::php {

// What the engine's globals point to at a call, so that code can continue there after a bailout. The frames of the code
// that was left keep what they refer to: that memory is lost, until a heap of the context ends.
class EnginePoint {
public:
    void save() noexcept;
    // Call it on the stack of the same coroutine.
    void go_back() noexcept;

private:
    zend_execute_data* frame_;
    zend_vm_stack stack_;
    zval* stack_top_;
    zval* stack_end_;
    uint32_t trace_;
    uint32_t blocks_;
    zend_class_entry* exception_class_;
    zend_error_handling_t error_handling_;
    zend_fiber* active_fiber_;
    zend_op_array* compiled_;
    OwnHeap* heap_;
    OwnCollector* collector_;
    bool collects_;
};

// Calls `body`. False after a fatal error in it, which PHP has reported: no PHP code of `body` runs any more. Unless
// the engine has unwound the code by an exception, which `body` leaves pending, the process should be replaced when its
// other requests are done (Coroutines::damaged).
bool contain(void (*body)(void* argument), void* argument);

// Bodies that follow each other, each contained on its own. They share what contain() prepares, which costs more than a
// small body.
class ContainedBodies {
public:
    // Calls the next body. False: it was the last one. It is not called again for a body that has ended in a fatal
    // error.
    using Next = bool (*)(ContainedBodies& bodies);

    // Until the last one has returned, or one has ended in a fatal error: false then, see contain().
    bool call(Next next);

private:
    static void call_all(void* self);

    Next next_ = nullptr;
    EnginePoint before_;  // the last body
};

// bail_if_fatal() at the end of a coroutine or of a callback, where no other PHP code is left to run: if a fatal error
// ends only the running code, it returns, and the exception continues to the place that contains the error.
void bail_unless_contained();

// For code that a fatal error has left, which has no frames that refer to anything: an exception that nothing can catch
// leaves the callers, so nothing is lost.
void unwind_callers() noexcept;

}  // namespace tern::php
