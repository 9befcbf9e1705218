// What the engine of a connection keeps: whether its socket is ready, its deadlines, and whether its output is
// gathered.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "loop/loop.h"

namespace tern::serve {

// The readiness of a socket that is watched edge-triggered: the kernel reports each change once.
struct Readiness {
    bool readable = false;
    bool peer_closed = false;  // the peer sends no more; its last bytes may still be unread
    bool input_ended = false;  // and those bytes were read
    bool stalled = false;      // the kernel takes no output until it reports room
    bool broken = false;       // the kernel takes no output any more

    void note(loop::Events events) noexcept {
        if ((events & (loop::kPeerClosed | loop::kBroken)) != 0) peer_closed = true;
        if (peer_closed || (events & loop::kReadable) != 0) readable = true;
        if ((events & loop::kWritable) != 0) stalled = false;
    }
    // A short read means that the kernel has no more bytes and will report new ones. But it has reported the end
    // already.
    void note_read(size_t count, size_t room, bool has_more) noexcept {
        if (count < room && !peer_closed && !has_more) readable = false;
    }
};

// The deadlines of a connection, on one timer. Deadlines move with every request, so moving one later only stores the
// time: the timer fires at the earlier time, checks, and is started again.
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

// Decides whether the output of a handler waits for the output of the next handlers, so that one system call sends all.
// It waits only while more input of the same connection has arrived already, and only if the last handler was so quick
// that a system call is worth saving. Otherwise it is sent at once: a handler may run long after it has answered.
class Gathering {
public:
    // A handler is about to be called. `more`: there is input after its request.
    void begin(const loop::Loop& loop, bool more) noexcept {
        if (more) [[unlikely]]
            began_us_ = loop.fresh_us();
    }
    // The same while handlers of this connection follow each other: the end of one is the beginning of the next, so
    // that the clock is read once for both.
    void next(const loop::Loop& loop, bool more) noexcept {
        if (began_us_ == 0) return begin(loop, more);
        const int64_t now_us = loop.fresh_us();
        was_quick_ = now_us - began_us_ < kQuickUs;
        began_us_ = more ? now_us : 0;
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
