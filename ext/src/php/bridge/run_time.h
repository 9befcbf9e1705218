// How long each coroutine runs, waits left out. Off until someone asks: it reads the clock at every switch.
#pragma once

#include "base/clock.h"
#include "php/bridge/fiber.h"

namespace tern::php {

class RunTime {
public:
    bool on() const noexcept { return on_; }
    // At a switch away from `running`; null: from outside of coroutines.
    void charge(Fiber* running) noexcept {
        const int64_t now_ns = read_clock_ns(CLOCK_MONOTONIC);
        if (running != nullptr) running->ran_ns += now_ns - since_ns_;
        since_ns_ = now_ns;
    }
    // Of the running coroutine, up to now; 0 for the one that asks first.
    int64_t of_running_us(Fiber& running) noexcept {
        charge(on_ ? &running : nullptr);
        on_ = true;
        return running.ran_ns / 1'000;
    }

private:
    bool on_ = false;
    int64_t since_ns_ = 0;
};

}  // namespace tern::php
