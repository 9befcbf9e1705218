#include "php/engine/fiber/bail.h"

#include "php/engine/classes.h"
#include "php/engine/fiber/cancel.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/state/own_state.h"

namespace tern::php {

namespace {

// Outside of coroutines, while no loop turns, nothing else can unwind the waiting coroutines.
void unwind_all(Coroutines& coroutines) {
    cancel_all(coroutines);
    coroutines.drop_callbacks(coroutines);
    if (coroutines.bailed) zend_bailout();
    coroutines.script.over = true;
    coroutines.script.ending = false;
}

bool is_fatal() noexcept {
    return EG(exception) != nullptr && zend_is_unwind_exit(EG(exception)) && CG(unclean_shutdown);
}

}  // namespace

void bail_if_fatal() {
    if (is_fatal()) zend_bailout();
}

void bail_unless_contained() {
    if (!is_fatal()) return;
    const Fiber* self = current_fiber();
    const OwnState* state = self == nullptr ? nullptr : self->own_state();
    if (state == nullptr || !state->contains_fatal_errors()) zend_bailout();
}

void leave_running_code(Coroutines& coroutines) {
    if (coroutines.bailed) zend_bailout();
    if (EG(exception) != nullptr) return;
    ProgramCoroutine* self = coroutines.current();
    if (self == nullptr) {
        if (!coroutines.running) unwind_all(coroutines);
        return zend_throw_unwind_exit();
    }
    self->cancel_class = classes.canceled_exception;
    zend_throw_exception(classes.canceled_exception, "The program ends", number(Error::coroutine_canceled));
}

}  // namespace tern::php
