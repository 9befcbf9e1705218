// What programs want to be called when something comes, once or never. Each call is made from the loop or from whatever
// brings the news, in a coroutine of its own, in the order given.
#pragma once

#include "base/list.h"
#include "loop/loop.h"
#include "php/bridge/compat.h"
#include "serve/exchange.h"

namespace tern::php {

struct Runtime;

// The callables. What was neither called nor dropped is let go of: after a fatal error that is the engine's to free.
class LateCalls : public ListHook {
public:
    LateCalls() = default;
    LateCalls(const LateCalls&) = delete;
    LateCalls& operator=(const LateCalls&) = delete;
    ~LateCalls() = default;

    // The reference becomes its own.
    void add(const zval* callable);
    // Makes each call, to its first suspension. Runs PHP code, and whatever that resumes.
    void call(Runtime& all) noexcept;
    // Frees them, in a coroutine: that runs destructors.
    void drop(Runtime& all) noexcept;

    bool wanted = false;  // of AbortCalls: they are to be called, not dropped

private:
    struct Node;
    Node* take_all() noexcept;
    static void free_all(void* self);

    Node* first_ = nullptr;
    Node** last_ = &first_;
};

// Those of answers that were not completed: Tern\Http\Response::onAbort(). They belong to their exchange until its
// client has gone, or its answer is over. One of a worker.
class AbortCalls {
public:
    explicit AbortCalls(Runtime& all) noexcept;
    AbortCalls(const AbortCalls&) = delete;
    AbortCalls& operator=(const AbortCalls&) = delete;
    ~AbortCalls();

    static void add(serve::Exchange& exchange, const zval* callable);
    // Runs no PHP: that is done by run(), at the latest at the end of the turn.
    void take(serve::Exchange& exchange, bool wanted) noexcept;
    // Calls, or drops, what was taken.
    void run() noexcept;

private:
    Runtime& all_;
    List<LateCalls> taken_;
    loop::Deferred deferred_;
};

}  // namespace tern::php
