#include "coro/lock.h"

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "coro/strand.h"

using tern::coro::Deadline;
using tern::coro::Lock;
using tern::coro::Strand;
using tern::coro::Wait;
using tern::coro::Wake;

namespace {

constexpr Lock::Mode kShared = Lock::Mode::shared;
constexpr Lock::Mode kExclusive = Lock::Mode::exclusive;

// Coroutines that want a lock. "r1(" in `log`: reader 1 has it; "r1)": it gave it back; "r1-": it has given up.
struct LockStage : tern::coro::World {
    // Holds it until it is resumed.
    Strand& start(std::string name, Lock::Mode mode, int64_t until_ms = Deadline::kNever) {
        strands.push_back(std::make_unique<Strand>(scheduler, [this, name, mode, until_ms] {
            if (lock.lock(scheduler, mode, Deadline{until_ms}) != Wake::resumed) {
                log += name + "- ";
                return;
            }
            log += name + "( ";
            (void)scheduler.suspend(Wait::yield, Deadline::never());
            log += name + ") ";
            lock.unlock(scheduler);
        }));
        scheduler.start(*strands.back());
        return *strands.back();
    }
    void end(Strand& holder) {
        REQUIRE(holder.waits_for() == Wait::yield);
        scheduler.resume(holder, Wake::resumed);
        settle();
    }
    // Waiters run at the end of a turn, one in each.
    void settle() {
        for (int i = 0; i < 4; ++i) turn_at(tern::coro::test_now_ms);
    }

    Lock lock;
    std::string log;
    std::vector<std::unique_ptr<Strand>> strands;
};

}  // namespace

TEST_CASE("lock: one writer at a time, in their order") {
    LockStage stage;
    Strand& first = stage.start("w1", kExclusive);
    Strand& second = stage.start("w2", kExclusive);
    Strand& third = stage.start("w3", kExclusive);
    CHECK(second.waits_for() == Wait::lock);
    CHECK(!stage.lock.try_lock(kExclusive));
    CHECK(!stage.lock.try_lock(kShared));
    stage.end(first);
    stage.end(second);
    stage.end(third);
    CHECK(stage.log == "w1( w1) w2( w2) w3( w3) ");
    CHECK(!stage.lock.held());
    CHECK(stage.lock.try_lock(kExclusive));
}

TEST_CASE("lock: readers share it; none overtakes a writer that waits") {
    LockStage stage;
    Strand& r1 = stage.start("r1", kShared);
    Strand& r2 = stage.start("r2", kShared);
    Strand& w = stage.start("w", kExclusive);
    Strand& r3 = stage.start("r3", kShared);
    Strand& r4 = stage.start("r4", kShared);
    CHECK(!stage.lock.try_lock(kShared));
    stage.end(r2);
    stage.end(r1);
    CHECK(stage.log == "r1( r2( r2) r1) w( ");
    stage.end(w);
    CHECK(stage.log == "r1( r2( r2) r1) w( w) r3( r4( ");
    CHECK(stage.lock.try_lock(kShared));
    stage.lock.unlock(stage.scheduler);
    stage.end(r4);
    CHECK(stage.lock.held());
    stage.end(r3);
    CHECK(!stage.lock.held());
}

TEST_CASE("lock: a writer that gives up lets the readers behind it in") {
    LockStage stage;
    Strand& r1 = stage.start("r1", kShared);
    stage.start("w1", kExclusive, 80);
    stage.start("r2", kShared);
    Strand& w2 = stage.start("w2", kExclusive);
    stage.start("r3", kShared);
    stage.turn_at(80);
    CHECK(stage.log == "r1( w1- r2( ");
    CHECK(stage.scheduler.cancel(w2) == tern::Error::ok);
    stage.settle();
    CHECK(stage.log == "r1( w1- r2( w2- r3( ");
    stage.end(r1);
    stage.turn_at(1000);
    CHECK(stage.log == "r1( w1- r2( w2- r3( r1) ");
}

TEST_CASE("lock: who gives up in the middle changes nothing for the others") {
    LockStage stage;
    Strand& first = stage.start("w1", kExclusive);
    Strand& second = stage.start("w2", kExclusive);
    stage.start("w3", kExclusive);
    CHECK(stage.scheduler.cancel(second) == tern::Error::ok);
    CHECK(stage.log == "w1( w2- ");
    stage.end(first);
    CHECK(stage.log == "w1( w2- w1) w3( ");
}

TEST_CASE("lock: whoever gives it back at once leaves it to the next, and comes after that one") {
    LockStage stage;
    Strand& first = stage.start("w1", kExclusive);
    Strand greedy(stage.scheduler, [&] {
        for (int i = 0; i < 2; ++i) {
            CHECK(stage.lock.lock(stage.scheduler, kExclusive, Deadline::never()) == Wake::resumed);
            stage.log += "greedy ";
            stage.lock.unlock(stage.scheduler);
        }
    });
    stage.scheduler.start(greedy);
    Strand& last = stage.start("w2", kExclusive);
    stage.end(first);
    CHECK(stage.log == "w1( w1) greedy w2( ");
    stage.end(last);
    CHECK(stage.log == "w1( w1) greedy w2( w2) greedy ");
    CHECK(!stage.lock.held());
}
