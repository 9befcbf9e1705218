// The deadlines of a connection on one timer. The timer runs behind them, since they move with every request: a
// deadline that moves on costs a store, and is looked at when the timer fires.
#pragma once

#include <algorithm>
#include <array>

#include "loop/loop.h"

namespace tern::serve {

class Deadlines {
public:
    enum class Kind : uint8_t {
        input,  // for what the client owes us
        send,   // for it to take some of what is queued
        drain,  // for the connection to end, where it is asked to
    };
    static constexpr int64_t kNever = INT64_MAX;

    Deadlines(loop::Loop& loop, loop::Timer::Callback on_due, void* owner) noexcept
        : loop_(loop), timer_(on_due, owner) {}

    void set(Kind kind, int64_t delay_ms) noexcept { set_at(kind, loop_.now_ms() + delay_ms); }
    void set_at(Kind kind, int64_t at_ms) noexcept {
        at_ms_[index(kind)] = at_ms;
        wake_by(at_ms);
    }
    void clear(Kind kind) noexcept { at_ms_[index(kind)] = kNever; }
    bool is_set(Kind kind) const noexcept { return at(kind) != kNever; }
    int64_t at(Kind kind) const noexcept { return at_ms_[index(kind)]; }

    // True when it is over; then it is no more set.
    bool take_due(Kind kind) noexcept {
        if (at(kind) > loop_.now_ms()) return false;
        clear(kind);
        return true;
    }
    // The timer fires by then at the latest.
    void wake_by(int64_t at_ms) noexcept {
        if (at_ms == kNever || (timer_.pending() && timer_.expires_ms() <= at_ms)) return;
        loop_.start_timer(timer_, std::max<int64_t>(at_ms - loop_.now_ms(), 0));
    }
    // It has fired, and what was due is done.
    void wake_for_next() noexcept { wake_by(*std::ranges::min_element(at_ms_)); }
    void stop() noexcept { timer_.stop(); }

private:
    static constexpr size_t index(Kind kind) noexcept { return static_cast<size_t>(kind); }

    loop::Loop& loop_;
    loop::Timer timer_;
    std::array<int64_t, 3> at_ms_{kNever, kNever, kNever};
};

}  // namespace tern::serve
