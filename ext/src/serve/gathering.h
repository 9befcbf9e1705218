// Decides whether the output of a handler waits for the output of the next handlers, so that one system call sends all.
// It waits only while more input of the same connection has arrived already, and only if the last handler was so quick
// that a system call is worth saving. Otherwise it is sent at once: a handler may run long after its response.
#pragma once

#include "loop/loop.h"

namespace tern::serve {

class Gathering {
public:
    // A handler is about to be called. `more`: there is input after its request.
    void begin(const loop::Loop& loop, bool more) noexcept {
        if (more) [[unlikely]]
            began_us_ = loop.fresh_us();
    }
    // The handler has returned or is suspended.
    void end(const loop::Loop& loop) noexcept {
        if (began_us_ == 0) return;
        was_quick_ = loop.fresh_us() - began_us_ < kQuickUs;
        began_us_ = 0;
    }
    bool now() const noexcept { return began_us_ != 0 && was_quick_; }

private:
    static constexpr int64_t kQuickUs = 100;  // some twenty times the cost of the call
    int64_t began_us_ = 0;
    bool was_quick_ = false;
};

}  // namespace tern::serve
