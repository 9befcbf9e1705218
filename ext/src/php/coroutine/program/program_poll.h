// Descriptors and a time that an event loop of the program waits for: Tern\Internal\Poller. It calls the program once
// after each arm(). It keeps a program without a server alive only while it is held.
#pragma once

#include <memory>
#include <vector>

#include "base/fd.h"
#include "base/list.h"
#include "loop/loop.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct Runtime;

class ProgramPoll final : public ListHook, private loop::EventHandler {
public:
    struct Ready {
        int fd;
        loop::Events events;
    };

    // Takes over the callable, which must not refer to this object. It is called without arguments.
    ProgramPoll(Runtime& runtime, const zval& callable) noexcept : runtime_(&runtime), callable_(callable) {}
    ProgramPoll(const ProgramPoll&) = delete;
    ProgramPoll& operator=(const ProgramPoll&) = delete;
    ~ProgramPoll();

    Error open() noexcept;
    // False in a forked child, and when the process has got another runtime. Such an object does nothing any more.
    bool usable() const noexcept;

    // Changes what is awaited of a descriptor. A file is always ready.
    Error watch(int fd, loop::Events wanted) noexcept;
    void unwatch(int fd) noexcept;
    zval* callable() noexcept { return &callable_; }
    // What is ready now; valid until the next call.
    const std::vector<Ready>& collect() noexcept;

    // Calls the program when a descriptor is ready, or after the delay; below 0: without one. 0: at the end of this
    // turn if it is held, otherwise in the next turn.
    void arm(int64_t delay_ns) noexcept;
    void disarm() noexcept;
    void hold(bool held) noexcept;
    // Resumes a coroutine that waits for an event of this loop, at the end of this turn, before the program is called.
    void resume_soon(int64_t coroutine) noexcept;

    // The runtime ends.
    void leave_loop() noexcept;

    static constexpr int kResumesPerTurn = 512;

private:
    struct Descriptor final : loop::EventHandler {
        Descriptor(ProgramPoll& all, int number) noexcept : owner(all), fd(number) {}
        void on_events(loop::Events events) override { owner.ready_.push_back({fd, events}); }

        ProgramPoll& owner;
        int fd;
        bool watched = false;
    };
    struct Alarm final : loop::EventHandler {
        void on_events(loop::Events) override;
        Fd timer;
        int64_t delay_ns = -1;  // as it was set; below 0: it is off
    };

    void on_events(loop::Events) override;
    void fire() noexcept;
    void at_turn_end() noexcept;
    void resume_now(const bool& gone) noexcept;
    void set_alarm(int64_t delay_ns) noexcept;
    Descriptor& at(int fd) noexcept;

    Runtime* runtime_;  // null: it has ended
    zval callable_;
    loop::Poller poller_;  // separate, since other code may watch the same descriptor
    Alarm alarm_;
    loop::Deferred soon_{[](void* self) { static_cast<ProgramPoll*>(self)->at_turn_end(); }, this};
    std::vector<std::unique_ptr<Descriptor>> descriptors_;  // by number
    std::vector<Ready> files_;
    std::vector<Ready> ready_;
    std::vector<int64_t> resumed_;  // coroutines, by resume_soon()
    bool* gone_ = nullptr;          // becomes true when this object is destroyed
    bool armed_ = false;
    bool watched_ = false;  // by the loop, for one event
    bool fires_soon_ = false;
    bool held_ = false;
};

}  // namespace tern::php
