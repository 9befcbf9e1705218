#include "php/engine/fiber/interrupt.h"

#include <utility>

#include "php/engine/globals.h"

namespace tern::php {

namespace {

void (*former)(zend_execute_data*) = nullptr;
void (*installed)() = nullptr;

void on_interrupt(zend_execute_data* frame) {
    if (installed != nullptr && !in_other_thread()) installed();
    if (former != nullptr) former(frame);
}

}  // namespace

void set_interrupt_handler(void (*handler)()) noexcept { installed = handler; }

void take_over_interrupts() noexcept { former = std::exchange(zend_interrupt_function, on_interrupt); }

void end_time_limit() noexcept {
    if (EG(timeout_seconds) == 0) return;
    zend_string* name = zend_string_init(ZEND_STRL("max_execution_time"), false);
    zend_restore_ini_entry(name, PHP_INI_STAGE_RUNTIME);
    zend_string_release(name);
    zend_unset_timeout();
}

}  // namespace tern::php
