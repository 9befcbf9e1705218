#include "php/bridge/request_door.h"

#include <utility>

#include "php/bridge/guard.h"
#include "php/bridge/time_limit.h"

namespace tern::php {

Entry enter_for_request(Coroutines& coroutines, bool in_coroutine, FiberBody body, void* argument) noexcept {
    if (coroutines.bailed) return Entry::refused;
    if (in_coroutine) {
        body.for_request = true;
        return Fiber::spawn(coroutines, body, argument) ? Entry::entered : Entry::refused;
    }
    const bool outer = std::exchange(coroutines.handling, true);
    (void)guard::run(body.run, argument);
    coroutines.handling = outer;
    if (coroutines.bailed) return Entry::bailed;
    end_time_limit();
    return Entry::entered;
}

}  // namespace tern::php
