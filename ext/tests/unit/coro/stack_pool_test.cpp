#include "coro/stack_pool.h"

#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using tern::coro::StackPool;

TEST_CASE("stack_pool: slots do not overlap, and are used again") {
    StackPool pool(10'000);
    CHECK(pool.slot_bytes() % 4096 == 0);
    CHECK(pool.slot_bytes() >= 10'000);
    std::set<char*> slots;
    for (size_t i = 0; i < StackPool::kSlotsPerSlab + 1; ++i) {
        char* slot = pool.take().value();
        slot[0] = slot[pool.slot_bytes() - 1] = 'x';
        for (char* other : slots)
            CHECK((other > slot ? other - slot : slot - other) >= static_cast<ptrdiff_t>(pool.slot_bytes()));
        slots.insert(slot);
    }
    CHECK(pool.slabs() == 2);
    char* one = *slots.begin();
    pool.give_back(one);
    CHECK(pool.take().value() == one);
    CHECK(one[0] == 0);
}

TEST_CASE("stack_pool: a write below a slot faults, also when the slot was used before") {
    StackPool pool(8192);
    char* slot = pool.take().value();
    pool.give_back(slot);
    slot = pool.take().value();
    pid_t child = fork();
    if (child == 0) {
        (void)std::signal(SIGSEGV, SIG_DFL);
        slot[-1] = 'x';
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
}
