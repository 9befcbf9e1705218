// Code that works for no script while one runs: what it allocates and frees is of the worker's heap, and values that
// lose a reference in it are candidates of the worker's collector. A value of one of them must not meet the other.
#pragma once

#include "php/engine/state/engine_collector.h"
#include "php/engine/state/engine_heap.h"

namespace tern::php {

class OuterCode {
public:
    // What ran when such code began.
    struct Inner {
        OwnHeap* heap;
        OwnCollector* collector;
    };

    // These are two calls and no guard: a jump may leave the code between them, and EnginePoint goes back then. No PHP
    // code runs between them.
    static Inner enter() noexcept {
        const Inner inner{OwnHeap::running_heap(), OwnCollector::running_collector()};
        if (inner.collector != nullptr) inner.collector->leave();
        if (inner.heap != nullptr) inner.heap->leave();
        return inner;
    }
    // The code may have waited meanwhile: then they run already.
    static void leave(const Inner& inner) noexcept {
        if (inner.heap != nullptr) inner.heap->enter();
        if (inner.collector != nullptr) inner.collector->enter();
    }
};

}  // namespace tern::php
