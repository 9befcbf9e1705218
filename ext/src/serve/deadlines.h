// The deadlines of a connection, on one timer. Deadlines move with every request, so moving one later only stores the
// time: the timer fires at the earlier time, checks, and is started again.
#pragma once

#include <algorithm>
#include <array>

#include "loop/loop.h"

namespace tern::serve {

class Deadlines {
public:
    enum class Kind : uint8_t {
        input,   // for the next input from the client
        send,    // for the client to receive some of the queue
        drain,   // for the end of a draining connection
        repeat,  // for the peer's part of a handshake over datagrams, before it is requested again
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

    // True when the deadline is over; it is then cleared.
    bool take_due(Kind kind) noexcept {
        if (at(kind) > loop_.now_ms()) return false;
        clear(kind);
        return true;
    }
    // Makes the timer fire at `at_ms` or earlier.
    void wake_by(int64_t at_ms) noexcept {
        if (at_ms == kNever || (timer_.pending() && timer_.expires_ms() <= at_ms)) return;
        loop_.start_timer(timer_, std::max<int64_t>(at_ms - loop_.now_ms(), 0));
    }
    // Call it after the timer has fired and the due deadlines are handled.
    void wake_for_next() noexcept { wake_by(*std::ranges::min_element(at_ms_)); }
    void stop() noexcept { timer_.stop(); }

private:
    static constexpr size_t index(Kind kind) noexcept { return static_cast<size_t>(kind); }

    loop::Loop& loop_;
    loop::Timer timer_;
    std::array<int64_t, 4> at_ms_{kNever, kNever, kNever, kNever};
};

}  // namespace tern::serve
