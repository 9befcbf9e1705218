// What the program wants to be called for the loop's turns themselves: Event::defer() and Event::cycle(). One of a
// Runtime, made on first use.
#pragma once

#include "loop/loop.h"
#include "php/bridge/compat.h"

namespace tern::php {

struct Runtime;

class TurnCalls {
public:
    explicit TurnCalls(Runtime& all) noexcept;
    TurnCalls(const TurnCalls&) = delete;
    TurnCalls& operator=(const TurnCalls&) = delete;
    // Lets go of what clear() has not released.
    ~TurnCalls() = default;

    // The reference becomes its own. At the end of the turn, in the order given; what a deferred function defers is for
    // the next turn.
    void defer(const zval* callable);
    // At every turn's end, or start. Replaces the one before; undefined: none. May run PHP code. False: there was none.
    bool cycle(bool at_start, const zval* callable);
    void clear();

private:
    struct Node;
    struct Cycle {
        TurnCalls* owner;
        zval callable = {};
    };
    static void run_deferred(void* self) noexcept;
    static void run_cycle(void* cycle) noexcept;

    Runtime& all_;
    Cycle start_{this};
    Cycle end_{this};
    Node* first_ = nullptr;
    Node** last_ = &first_;
    loop::Deferred deferred_;
};

}  // namespace tern::php
