// Coroutines for unit tests: their stacks are switched with ucontext, their clock is set by hand.
#pragma once

#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <ucontext.h>

#include "coro/coroutine.h"
#include "loop/test_clock.h"

namespace tern::coro {

using loop::read_test_clock;
using loop::test_now_ms;

// Switches stacks with ucontext; as a pool would, it may be started again once its body has ended.
class Strand final : public Coroutine {
public:
    Strand(Scheduler& scheduler, std::function<void()> body)
        : scheduler_(scheduler), body_(std::move(body)), stack_(std::make_unique<char[]>(kStackBytes)) {
        getcontext(&own_);
        own_.uc_stack.ss_sp = stack_.get();
        own_.uc_stack.ss_size = kStackBytes;
        own_.uc_link = nullptr;
        starting = this;
        makecontext(&own_, &Strand::main, 0);
    }
    bool ended() const { return ended_; }

protected:
    void enter() override {
        ended_ = false;
        starting = this;
        swapcontext(&caller_, &own_);
    }
    void leave() override { swapcontext(&own_, &caller_); }

private:
    static constexpr size_t kStackBytes = 256 * 1024;
    static inline Strand* starting = nullptr;

    static void main() {
        Strand* self = starting;
        for (;;) {
            self->body_();
            self->scheduler_.finish(*self);
            self->ended_ = true;
            self->leave();
        }
    }

    Scheduler& scheduler_;
    std::function<void()> body_;
    std::unique_ptr<char[]> stack_;
    ucontext_t own_{};
    ucontext_t caller_{};
    bool ended_ = false;
};

struct World {
    World() { REQUIRE(loop.open() == Error::ok); }
    void turn_at(int64_t now_ms) {
        test_now_ms = now_ms;
        REQUIRE(loop.turn(0) == Error::ok);
    }
    static loop::Loop::Clock clock_at(int64_t now_ms) {
        test_now_ms = now_ms;
        return read_test_clock;
    }
    loop::Loop loop{clock_at(50)};
    Scheduler scheduler{loop, read_test_clock};
};

}  // namespace tern::coro
