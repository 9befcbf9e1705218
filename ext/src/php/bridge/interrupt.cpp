#include "php/bridge/interrupt.h"

#include <utility>

#include "php/runtime/process_runtime.h"

namespace tern::php {

namespace {

void (*former)(zend_execute_data*) = nullptr;
bool hearing = false;  // for good: others may stand before us

void on_interrupt(zend_execute_data* frame) {
    if (Runtime* all = runtime(); all != nullptr) {
        all->watchdog.answer();
        all->slow_watch.answer();
        all->preemption.answer(*all);
    }
    if (former != nullptr) former(frame);
}

}  // namespace

void hear_interrupts() noexcept {
    if (std::exchange(hearing, true)) return;
    former = zend_interrupt_function;
    zend_interrupt_function = on_interrupt;
}

}  // namespace tern::php
