#include "php/bridge/program_entry.h"

#include <utility>

#include "php/bridge/guard.h"
#include "php/bridge/time_limit.h"

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
