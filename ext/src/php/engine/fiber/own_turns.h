// Turns (coro/turns) of an object that forked children have a copy of. In a child, the coroutines that wait there are
// the parent's. The struct is trivial and starts as zero bytes.
#pragma once

#include "coro/turns.h"
#include "php/engine/fiber/coroutines.h"
#include "shm/process_name.h"

namespace tern::php {

struct OwnTurns {
    coro::Turns* turns;  // null: no coroutine has waited yet
    uint64_t process;    // whose they are

    bool empty() const noexcept { return turns == nullptr || turns->empty() || process != shm::this_process_name(); }
    coro::Turns& get() noexcept {
        const uint64_t self = shm::this_process_name();
        if (turns == nullptr || process != self) {
            drop();
            turns = new coro::Turns;
            process = self;
        }
        return *turns;
    }
    // Deletes the turns. Those of a parent, or after a fatal error, are still linked on stacks and stay.
    void drop() noexcept {
        if (turns != nullptr && turns->empty()) delete turns;
        turns = nullptr;
    }
    // Makes the first coroutine that waits check again. Call bail_if_ended() afterwards.
    void ask_now() noexcept {
        if (Coroutines* all = coroutines(); all != nullptr && !empty()) turns->ask_now(all->scheduler);
    }
};

}  // namespace tern::php
