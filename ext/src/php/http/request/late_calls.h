// Callables that a program registered for an event that happens once or never. Each is called in a coroutine of its
// own, in the order of registration, from the loop or from the code that reports the event.
#pragma once

#include "base/list.h"
#include "loop/loop.h"
#include "php/engine/compat/engine.h"
#include "serve/exchange.h"

namespace tern::php {

struct Runtime;

// Holds callables. After a fatal error those that are left are not released: the engine frees them.
class LateCalls : public ListHook {
public:
    LateCalls() = default;
    LateCalls(const LateCalls&) = delete;
    LateCalls& operator=(const LateCalls&) = delete;
    ~LateCalls() = default;

    // Takes over the reference.
    void add(const zval* callable);
    // Calls each one until its first suspension. Runs PHP code.
    void call(Runtime& runtime) noexcept;
    // Releases them within a coroutine, since that runs destructors.
    void drop(Runtime& runtime) noexcept;

    bool wanted = false;  // for AbortCalls: call them instead of dropping them

private:
    struct Node;
    Node* take_all() noexcept;
    static void free_all(void* self);

    Node* first_ = nullptr;
    Node** last_ = &first_;
};

// The callables of Tern\Http\Response::onAbort(), for responses that are not complete. They belong to their exchange
// until its client has gone or its response is over. A worker has one AbortCalls.
class AbortCalls {
public:
    explicit AbortCalls(Runtime& runtime) noexcept;
    AbortCalls(const AbortCalls&) = delete;
    AbortCalls& operator=(const AbortCalls&) = delete;
    ~AbortCalls();

    static void add(serve::Exchange& exchange, const zval* callable);
    // Runs no PHP code: run() does that, at the latest at the end of the turn.
    void take(serve::Exchange& exchange, bool wanted) noexcept;
    // Calls or drops the callables that take() has taken.
    void run() noexcept;

private:
    Runtime& runtime_;
    List<LateCalls> taken_;
    loop::Deferred deferred_;
};

}  // namespace tern::php
