// Functions that the program wants to be called at the turns of the loop: Event::defer() and Event::cycle(). A Runtime
// makes this on first use.
#pragma once

#include "loop/loop.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct Coroutines;

class TurnCalls {
public:
    explicit TurnCalls(Coroutines& coroutines) noexcept;
    TurnCalls(const TurnCalls&) = delete;
    TurnCalls& operator=(const TurnCalls&) = delete;
    // After a fatal error the engine frees what clear() has not released.
    ~TurnCalls() = default;

    // Calls the function at the end of the turn, in the order of the calls. What a deferred function defers is for the
    // next turn. Takes over the reference.
    void defer(const zval* callable);
    // Calls the function at the end, or the start, of every turn, in place of the former one. Undefined: calls none.
    // May run PHP code. False: there was no former one.
    bool cycle(bool at_start, const zval* callable);
    void clear();
    bool has_cycle() const noexcept { return !Z_ISUNDEF(start_.callable) || !Z_ISUNDEF(end_.callable); }

private:
    struct Node;
    struct Cycle {
        TurnCalls* owner;
        zval callable = {};
    };
    static void run_deferred(void* self) noexcept;
    static void run_cycle(void* cycle) noexcept;

    Coroutines& coroutines_;
    Cycle start_{this};
    Cycle end_{this};
    Node* first_ = nullptr;
    Node** last_ = &first_;
    loop::Deferred deferred_;
};

}  // namespace tern::php
