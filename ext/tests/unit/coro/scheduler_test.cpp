#include <doctest/doctest.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "coro/strand.h"

using tern::Error;
using tern::coro::Coroutine;
using tern::coro::Deadline;
using tern::coro::Scheduler;
using tern::coro::Strand;
using tern::coro::Wait;
using tern::coro::Wake;
using tern::coro::World;

TEST_CASE("scheduler: start runs to the first suspension, resume to the next, then back to the caller") {
    World world;
    Scheduler& scheduler = world.scheduler;
    std::string order;
    Strand strand(scheduler, [&] {
        order += "b";
        CHECK(scheduler.suspend(Wait::yield, Deadline::never()) == Wake::resumed);
        order += "d";
    });
    order += "a";
    scheduler.start(strand);
    order += "c";
    CHECK(strand.suspended());
    CHECK(strand.waits_for() == Wait::yield);
    CHECK(scheduler.count() == 1);
    CHECK(scheduler.current() == nullptr);
    scheduler.resume(strand, Wake::resumed);
    order += "e";
    CHECK(order == "abcde");
    CHECK(strand.ended());
    CHECK(scheduler.count() == 0);
    CHECK(scheduler.find(1) == nullptr);
}

TEST_CASE("scheduler: starts and resumes nest") {
    World world;
    Scheduler& scheduler = world.scheduler;
    std::string order;
    Strand inner(scheduler, [&] {
        order += "2";
        CHECK(scheduler.current() == &inner);
        (void)scheduler.suspend(Wait::yield, Deadline::never());
        order += "5";
    });
    Strand outer(scheduler, [&] {
        order += "1";
        scheduler.start(inner);
        CHECK(scheduler.current() == &outer);
        order += "3";
        (void)scheduler.suspend(Wait::yield, Deadline::never());
        order += "4";
        scheduler.resume(inner, Wake::resumed);
        CHECK(scheduler.current() == &outer);
        order += "6";
    });
    scheduler.start(outer);
    CHECK(inner.parent_id() == outer.id());
    CHECK(outer.parent_id() == 0);
    scheduler.resume(outer, Wake::resumed);
    CHECK(order == "123456");
    CHECK(scheduler.count() == 0);
    CHECK(scheduler.peak() == 2);
}

TEST_CASE("scheduler: a suspended one may be resumed by one it knows nothing of") {
    World world;
    Scheduler& scheduler = world.scheduler;
    std::string order;
    Strand first(scheduler, [&] {
        (void)scheduler.suspend(Wait::yield, Deadline::never());
        order += "first ";
    });
    scheduler.start(first);
    Strand second(scheduler, [&] {
        scheduler.resume(first, Wake::resumed);
        order += "second";
    });
    scheduler.start(second);
    CHECK(order == "first second");
}

TEST_CASE("scheduler: a deadline ends a wait, not before its time, and only once") {
    World world;
    Scheduler& scheduler = world.scheduler;
    int wakes = 0;
    Strand strand(scheduler, [&] {
        CHECK(scheduler.suspend(Wait::sleep, Deadline{80}) == Wake::timed_out);
        ++wakes;
        CHECK(scheduler.suspend(Wait::sleep, Deadline{90}) == Wake::resumed);
        ++wakes;
        (void)scheduler.suspend(Wait::yield, Deadline::never());
        ++wakes;
    });
    scheduler.start(strand);
    world.turn_at(79);
    CHECK(wakes == 0);
    world.turn_at(80);
    CHECK(wakes == 1);
    scheduler.resume(strand, Wake::resumed);
    CHECK(wakes == 2);
    world.turn_at(1000);  // the deadline of the wait before has no power over this one
    CHECK(wakes == 2);
    scheduler.resume(strand, Wake::resumed);
    CHECK(wakes == 3);
}

TEST_CASE("scheduler: a deadline in the past still suspends first") {
    World world;
    Scheduler& scheduler = world.scheduler;
    bool woke = false;
    Strand strand(scheduler, [&] {
        CHECK(scheduler.suspend(Wait::sleep, Deadline{1}) == Wake::timed_out);
        woke = true;
    });
    scheduler.start(strand);
    CHECK(!woke);
    world.turn_at(51);
    CHECK(woke);
}

TEST_CASE("scheduler: cancel wakes at once, sticks, and refuses who does not wait") {
    World world;
    Scheduler& scheduler = world.scheduler;
    bool done = false;
    Strand strand(scheduler, [&] {
        CHECK(scheduler.cancel(*scheduler.current()) == Error::wrong_operation);
        CHECK(scheduler.suspend(Wait::sleep, Deadline{500}) == Wake::canceled);
        CHECK(scheduler.current()->canceled());
        done = true;
    });
    scheduler.start(strand);
    CHECK(!strand.canceled());
    CHECK(scheduler.cancel(strand) == Error::ok);
    CHECK(done);
    world.turn_at(1000);
    CHECK(scheduler.count() == 0);
}

TEST_CASE("scheduler: ids grow and never come back; one that is started again is new") {
    World world;
    Scheduler& scheduler = world.scheduler;
    std::vector<int64_t> ids;
    Strand strand(scheduler, [&] {
        CHECK(!scheduler.current()->canceled());
        ids.push_back(scheduler.current()->id());
        if (ids.size() == 1) CHECK(scheduler.suspend(Wait::yield, Deadline::never()) == Wake::canceled);
    });
    scheduler.start(strand);
    CHECK(scheduler.find(ids[0]) == &strand);
    CHECK(scheduler.cancel(strand) == Error::ok);
    CHECK(scheduler.find(ids[0]) == nullptr);
    scheduler.start(strand);
    CHECK(ids == std::vector<int64_t>{1, 2});
    CHECK(scheduler.last_id() == 2);
}

TEST_CASE("scheduler: finds every one of many, in whatever order they end") {
    World world;
    Scheduler& scheduler = world.scheduler;
    constexpr size_t kMany = 600;  // more than the first table has buckets, twice over
    std::vector<std::unique_ptr<Strand>> strands;
    for (size_t i = 0; i < kMany; ++i) {
        strands.push_back(
            std::make_unique<Strand>(scheduler, [&] { (void)scheduler.suspend(Wait::yield, Deadline::never()); }));
        scheduler.start(*strands.back());
    }
    CHECK(scheduler.count() == kMany);
    std::set<int64_t> seen;
    scheduler.each([&](Coroutine& one) { seen.insert(one.id()); });
    CHECK(seen.size() == kMany);
    for (size_t i = 0; i < kMany; i += 2) scheduler.resume(*strands[i], Wake::resumed);
    for (size_t i = 0; i < kMany; ++i) {
        Coroutine* found = scheduler.find(static_cast<int64_t>(i + 1));
        CHECK(found == (i % 2 == 0 ? nullptr : strands[i].get()));
    }
    for (size_t i = 1; i < kMany; i += 2) scheduler.resume(*strands[i], Wake::resumed);
    CHECK(scheduler.count() == 0);
    CHECK(scheduler.peak() == kMany);
}
