#include "php/engine/fiber/current_trace.h"

#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/trace_scope.h"

namespace tern::php {

TraceScope* current_trace(Coroutines& coroutines) noexcept {
    const auto* fiber = static_cast<const Fiber*>(coroutines.current());
    return fiber == nullptr ? coroutines.outer_trace : fiber->trace();
}

void set_trace(Coroutines& coroutines, TraceScope* scope) noexcept {
    if (auto* fiber = static_cast<Fiber*>(coroutines.current()); fiber != nullptr) return fiber->set_trace(scope);
    delete coroutines.outer_trace;
    coroutines.outer_trace = scope;
}

}  // namespace tern::php
