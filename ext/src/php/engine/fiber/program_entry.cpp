#include "php/engine/fiber/program_entry.h"

#include <utility>

#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/time_limit.h"

namespace tern::php {

Entry enter_outside(Coroutines& coroutines, void (*run)(void* argument), void* argument) noexcept {
    if (coroutines.bailed) return Entry::refused;
    const bool outer = std::exchange(coroutines.handling, true);
    (void)guard::run(run, argument);
    coroutines.handling = outer;
    if (coroutines.bailed) return Entry::bailed;
    end_time_limit();
    return Entry::entered;
}

}  // namespace tern::php
