#include "loop/loop.h"

#include <climits>
#include <utility>

namespace tern::loop {

int Loop::wait_ms(int limit_ms) noexcept {
    if (!deferred_.empty()) return 0;
    int64_t wake_ms = timers_.next_wake_ms();
    if (wake_ms < 0) return limit_ms;
    int64_t left = wake_ms - now_ms_;
    if (left <= 0) return 0;
    if (limit_ms >= 0 && left > limit_ms) return limit_ms;
    return left > INT_MAX ? INT_MAX : static_cast<int>(left);
}

void Loop::run_deferred() noexcept {
    List<Deferred> now;
    now.splice_back(deferred_);
    while (Deferred* deferred = now.pop_front()) deferred->callback_(deferred->owner_);
}

// A wait without a limit does not end because timers of the wheel moved down a level: nothing happened then.
Error Loop::wait(int timeout_ms) noexcept {
    for (;;) {
        if (Error error = poller_.wait(wait_ms(timeout_ms)); error != Error::ok) return error;
        // Before the handlers run: their new timeouts count from now, not from before a long wait.
        update_time();
        if (timeout_ms >= 0 || poller_.has_events() || !timers_.only_sinks(now_ms_)) return Error::ok;
        timers_.advance(now_ms_);
    }
}

Error Loop::turn(int timeout_ms) noexcept {
    ++turns_;
    if (turn_start_.call != nullptr) turn_start_.call(turn_start_.owner);
    if (!std::exchange(waits_, true)) timeout_ms = 0;
    const int64_t began_us = now_us_;
    update_time();
    last_turn_us_ = now_us_ - began_us;
    pulse_.waits();
    if (Error error = wait(timeout_ms); error != Error::ok) return error;
    pulse_.works();
    poller_.deliver();
    timers_.advance(now_ms_);
    run_deferred();
    if (turn_end_.call != nullptr) turn_end_.call(turn_end_.owner);
    return Error::ok;
}

Error Loop::run() noexcept {
    running_ = true;
    while (running_) {
        if (Error error = turn(-1); error != Error::ok) return error;
    }
    return Error::ok;
}

}  // namespace tern::loop
