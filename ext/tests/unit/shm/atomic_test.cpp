#include "shm/atomic.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "shm/slot_pool.h"

using namespace tern;
using shm::AtomicSlot;
using shm::AtomicWait;
using shm::SlotPool;

TEST_CASE("one waiter takes the number, wake() lets as many more go as it says") {
    AtomicSlot slot;
    AtomicWait one(slot);
    AtomicWait two(slot);
    AtomicWait three(slot);
    CHECK_FALSE(one.try_finish());
    slot.wake(2);
    CHECK(one.try_finish());
    CHECK(two.try_finish());
    CHECK_FALSE(three.try_finish());
    CHECK(slot.narrow == 0);
    slot.wake(1);
    slot.wake(1);
    CHECK(slot.narrow == 1);
    CHECK(three.try_finish());
    CHECK_FALSE(three.try_finish());
}

TEST_CASE("who comes after wake() takes the number only, and nothing is left over") {
    AtomicSlot slot;
    {
        AtomicWait one(slot);
        AtomicWait two(slot);
        slot.wake(100);
        AtomicWait late(slot);
        CHECK(late.try_finish());
        CHECK_FALSE(late.try_finish());
        CHECK(two.try_finish());
    }
    CHECK(slot.waiters == 0);
    AtomicWait next(slot);
    CHECK_FALSE(next.try_finish());
    CHECK_FALSE(next.finish(monotonic_ms()));
    slot.narrow = 2;
    CHECK_FALSE(next.try_finish());
}

TEST_CASE("slots are given again by the process that took them, unless it forked meanwhile") {
    SlotPool pool;
    const SlotPool::Slot one = pool.take();
    const SlotPool::Slot other = pool.take();
    REQUIRE(one.memory != nullptr);
    CHECK(one.memory != other.memory);
    static_cast<char*>(one.memory)[5] = 1;
    pool.give_back(one);
    const SlotPool::Slot again = pool.take();
    CHECK(again.memory == one.memory);
    CHECK(static_cast<char*>(again.memory)[5] == 0);

    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        pool.give_back(other);
        const SlotPool::Slot own = pool.take();
        for (char* byte : {static_cast<char*>(own.memory), static_cast<char*>(other.memory)}) *byte = 7;
        _exit(own.memory != nullptr && own.memory != other.memory ? 0 : 1);
    }
    int status = 1;
    waitpid(pid, &status, 0);
    CHECK(status == 0);
    CHECK(*static_cast<char*>(other.memory) == 7);  // it is the same memory
    pool.give_back(other);
    for (size_t i = 0; i < SlotPool::kChunkBytes / SlotPool::kSlotBytes; ++i) {
        const SlotPool::Slot fresh = pool.take();
        CHECK(fresh.memory != other.memory);
        CHECK(*static_cast<char*>(fresh.memory) == 0);  // the child has no memory of this pool
    }
}
