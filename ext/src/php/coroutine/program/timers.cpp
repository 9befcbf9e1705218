#include "php/coroutine/program/timers.h"

#include <new>

#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"

namespace tern::php {

namespace {

// On the Zend heap, so that memory_limit counts it. It has a reference count: the table has a reference while the timer
// is in it, and so has each unfinished call.
struct ProgramTimer : loop::NumberedTimer {
    uint32_t references;
    uint32_t count;
    uint32_t entered;  // the number of calls that have neither returned nor waited
    bool removed;      // from the table
    zval callable;
    zval arguments[1];  // `count` of them; the first one is its number
};

void release(void* argument) {
    auto* timer = static_cast<ProgramTimer*>(argument);
    if (--timer->references > 0) return;
    zval_ptr_dtor(&timer->callable);
    for (uint32_t i = 1; i < timer->count; ++i) zval_ptr_dtor(&timer->arguments[i]);
    timer->~ProgramTimer();
    efree(timer);
}

void release_removed(loop::NumberedTimer& removed) {
    auto& timer = static_cast<ProgramTimer&>(removed);
    timer.removed = true;
    release(&timer);
}

void run(void* argument) {
    auto* timer = static_cast<ProgramTimer*>(argument);
    const uint32_t skipped = timer->repeats() ? 0 : 1;
    (void)call_last(&timer->callable, timer->count - skipped, timer->arguments + skipped);
    release(timer);
}

}  // namespace

Timers::Timers(Coroutines& coroutines) noexcept
    : coroutines_(coroutines), table_(coroutines.loop, &Timers::on_due, this) {}

int64_t Timers::start(int64_t delay_ms, bool repeats, const Call& call) {
    auto* timer = new (safe_emalloc(call.count, sizeof(zval), sizeof(ProgramTimer))) ProgramTimer;
    timer->references = 1;
    timer->count = call.count + 1;
    timer->entered = 0;
    timer->removed = false;
    ZVAL_COPY_VALUE(&timer->callable, &call.callable);
    for (uint32_t i = 0; i < call.count; ++i) ZVAL_COPY(&timer->arguments[i + 1], &call.arguments[i]);
    table_.start(*timer, delay_ms, repeats);
    ZVAL_LONG(&timer->arguments[0], timer->id());
    return timer->id();
}

bool Timers::clear(int64_t id) {
    loop::NumberedTimer* timer = table_.find(id);
    if (timer == nullptr || timer->stopped()) return false;
    if (static_cast<ProgramTimer*>(timer)->entered > 0) {
        table_.stop(*timer);
        return true;
    }
    table_.remove(*timer);
    release_removed(*timer);
    return true;
}

void Timers::clear_all() {
    loop::NumberedTimer* timer = table_.remove_all();
    while (timer != nullptr) {
        loop::NumberedTimer* following = timer->next_removed();
        release_removed(*timer);
        timer = following;
    }
}

// The timer is in the table while its callback is entered, for what that asks about it. The callback may clear all
// timers, and end the runtime with them.
void Timers::on_due(void* self, loop::NumberedTimer& due) noexcept {
    auto& timers = *static_cast<Timers*>(self);
    auto& timer = static_cast<ProgramTimer&>(due);
    timer.references += 2;
    ++timer.entered;
    if (!enter_program(timers.coroutines_, run, &timer)) (void)guard::run(release, &timer);
    --timer.entered;
    if (!timer.removed && timer.entered == 0 && (timer.stopped() || !timer.repeats())) {
        timers.table_.remove(timer);
        --timer.references;
    }
    (void)guard::run(release, &timer);
}

}  // namespace tern::php
