#include "php/http/request/late_calls.h"

#include <utility>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/http/request/request_owner.h"

namespace tern::php {

struct LateCalls::Node {
    Node* next;
    zval callable;
};

void LateCalls::add(const zval* callable) {
    auto* node = static_cast<Node*>(emalloc(sizeof(Node)));
    node->next = nullptr;
    ZVAL_COPY_VALUE(&node->callable, callable);
    *last_ = node;
    last_ = &node->next;
}

LateCalls::Node* LateCalls::take_all() noexcept {
    last_ = &first_;
    return std::exchange(first_, nullptr);
}

void LateCalls::call(Runtime& runtime) noexcept {
    Node* node = take_all();
    while (node != nullptr && !runtime.bailed) {
        LoopCall call{node->callable, 0, {}};
        efree(std::exchange(node, node->next));
        call_back(runtime, call);
    }
}

void LateCalls::free_all(void* self) {
    Node* node = static_cast<LateCalls*>(self)->take_all();
    while (node != nullptr) {
        zval callable = node->callable;
        efree(std::exchange(node, node->next));
        zval_ptr_dtor(&callable);
    }
}

void LateCalls::drop(Runtime& runtime) noexcept {
    if (!enter_program(runtime, free_all, this) && !runtime.bailed) (void)guard::run(free_all, this);
}

AbortCalls::AbortCalls(Runtime& runtime) noexcept
    : runtime_(runtime), deferred_([](void* self) { static_cast<AbortCalls*>(self)->run(); }, this) {}

AbortCalls::~AbortCalls() {
    while (LateCalls* calls = taken_.pop_front()) delete calls;
}

void AbortCalls::add(serve::Exchange& exchange, const zval* callable) {
    LateCalls*& calls = handler_state(exchange).abort_calls;
    if (calls == nullptr) calls = new LateCalls;
    calls->add(callable);
    exchange.reports_end = true;
}

void AbortCalls::take(serve::Exchange& exchange, bool wanted) noexcept {
    LateCalls* calls = std::exchange(handler_state(exchange).abort_calls, nullptr);
    if (calls == nullptr) return;
    exchange.reports_end = false;
    calls->wanted = wanted;
    taken_.push_back(*calls);
    if (!deferred_.pending()) runtime_.loop.defer(deferred_);
}

void AbortCalls::run() noexcept {
    if (runtime_.handling) return;  // outside of coroutines a handler must not be interrupted
    while (!runtime_.bailed) {
        LateCalls* calls = taken_.pop_front();
        if (calls == nullptr) return;
        if (calls->wanted) {
            calls->call(runtime_);
        } else {
            calls->drop(runtime_);
        }
        delete calls;
    }
}

}  // namespace tern::php
