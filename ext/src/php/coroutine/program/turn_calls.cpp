#include "php/coroutine/program/turn_calls.h"

#include <utility>

#include "php/engine/fiber/program_entry.h"

namespace tern::php {

struct TurnCalls::Node {
    Node* next;
    zval callable;
};

TurnCalls::TurnCalls(Coroutines& coroutines) noexcept
    : coroutines_(coroutines), deferred_(&TurnCalls::run_deferred, this) {}

void TurnCalls::defer(const zval* callable) {
    auto* node = static_cast<Node*>(emalloc(sizeof(Node)));
    node->next = nullptr;
    ZVAL_COPY_VALUE(&node->callable, callable);
    *last_ = node;
    last_ = &node->next;
    if (!deferred_.pending()) coroutines_.loop.defer(deferred_);
}

void TurnCalls::run_deferred(void* owner) noexcept {
    auto* self = static_cast<TurnCalls*>(owner);
    Node* node = std::exchange(self->first_, nullptr);
    self->last_ = &self->first_;
    while (node != nullptr && !self->coroutines_.bailed) {
        LoopCall call{node->callable, 0, {}};
        efree(std::exchange(node, node->next));
        call_back(self->coroutines_, call);
    }
}

bool TurnCalls::cycle(bool at_start, const zval* callable) {
    Cycle& cycle = at_start ? start_ : end_;
    zval before;
    ZVAL_COPY_VALUE(&before, &cycle.callable);
    ZVAL_COPY_VALUE(&cycle.callable, callable);
    loop::TurnHook hook;
    if (Z_TYPE_P(callable) != IS_UNDEF) hook = {&TurnCalls::run_cycle, &cycle};
    if (at_start) {
        coroutines_.loop.at_turn_start(hook);
    } else {
        coroutines_.loop.at_turn_end(hook);
    }
    const bool had_one = Z_TYPE(before) != IS_UNDEF;
    // As published, its first call does not wait for timers.
    if (!at_start && !had_one && hook.call != nullptr) coroutines_.loop.do_not_wait();
    zval_ptr_dtor(&before);
    return had_one;
}

void TurnCalls::run_cycle(void* argument) noexcept {
    auto* cycle = static_cast<Cycle*>(argument);
    LoopCall call{{}, 0, {}};
    ZVAL_COPY(&call.callable, &cycle->callable);
    Coroutines& coroutines = cycle->owner->coroutines_;
    const bool at_start = cycle == &cycle->owner->start_;
    call_back(coroutines, call);
    if (!at_start) return;
    // The call may have removed everything that the turn would wait for.
    const ScriptEnd& script = coroutines.script;
    const bool ends = coroutines.is_script && (script.ending || script.stopping || !coroutines.loop.alive());
    if (coroutines.bailed || ends) coroutines.loop.do_not_wait();
}

void TurnCalls::clear() {
    zval none{};
    deferred_.withdraw();
    Node* node = std::exchange(first_, nullptr);
    last_ = &first_;
    while (node != nullptr) {
        zval callable = node->callable;
        efree(std::exchange(node, node->next));
        zval_ptr_dtor(&callable);
    }
    (void)cycle(true, &none);
    (void)cycle(false, &none);
}

}  // namespace tern::php
