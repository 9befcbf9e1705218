// Turns (coro/turns) of an object that forked children have a copy of: the coroutines that wait there are the parent's.
// Trivial; starts as zero bytes.
#pragma once

#include "coro/turns.h"
#include "php/runtime/process_runtime.h"
#include "shm/process_name.h"

namespace tern::php {

struct OwnTurns {
    coro::Turns* turns;  // null: nobody has waited yet
    uint64_t process;    // whose they are

    bool empty() const noexcept { return turns == nullptr || turns->empty() || process != shm::own_process_name(); }
    coro::Turns& get() noexcept {
        const uint64_t self = shm::own_process_name();
        if (turns == nullptr || process != self) {
            drop();
            turns = new coro::Turns;
            process = self;
        }
        return *turns;
    }
    // Those of a parent, or of a process that was given up, still hang on stacks: they are left alone.
    void drop() noexcept {
        if (turns != nullptr && turns->empty()) delete turns;
        turns = nullptr;
    }
    // Runs the first one that waits, if any: `bail_if_given_up()` is to follow.
    void ask_now() noexcept {
        if (Runtime* all = runtime(); all != nullptr && !empty()) turns->ask_now(all->scheduler);
    }
};

}  // namespace tern::php
