// Whether what a handler sends waits for what the handlers behind it send: one call then sends it all. Only while more
// input of the same connection has arrived already, and only where the handler before was so quick that a system call
// is worth saving. Anything else leaves at once: a handler may go on for long after it has answered.
#pragma once

#include "loop/loop.h"

namespace tern::serve {

class Gathering {
public:
    // A handler is about to be called; `more`: there is input behind that which it is called for.
    void begin(const loop::Loop& loop, bool more) noexcept {
        if (more) [[unlikely]]
            began_us_ = loop.fresh_us();
    }
    // It has returned, or waits.
    void end(const loop::Loop& loop) noexcept {
        if (began_us_ == 0) return;
        was_quick_ = loop.fresh_us() - began_us_ < kQuickUs;
        began_us_ = 0;
    }
    bool now() const noexcept { return began_us_ != 0 && was_quick_; }

private:
    static constexpr int64_t kQuickUs = 100;  // some twenty times what the call costs
    int64_t began_us_ = 0;
    bool was_quick_ = false;
};

}  // namespace tern::serve
