#include "loop/timer_table.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "loop/test_clock.h"

using tern::Error;
using tern::loop::Loop;
using tern::loop::NumberedTimer;
using tern::loop::read_test_clock;
using tern::loop::test_now_ms;
using tern::loop::TimerTable;

namespace {

struct World {
    struct Fired {
        int64_t id;
        int64_t at_ms;
        bool operator==(const Fired&) const = default;
    };

    World() { REQUIRE(loop.open() == Error::ok); }
    static Loop::Clock clock_at(int64_t now_ms) {
        test_now_ms = now_ms;
        return read_test_clock;
    }
    // One turn, which finds that time.
    void turn_at(int64_t now_ms) {
        test_now_ms = now_ms;
        REQUIRE(loop.turn(0) == Error::ok);
    }
    // A turn at every millisecond.
    void run_until(int64_t end_ms) {
        while (test_now_ms < end_ms) turn_at(test_now_ms + 1);
    }

    Loop loop{clock_at(1000)};
    std::vector<Fired> fired;
    std::function<void(NumberedTimer&)> action;
    TimerTable table{loop,
                     [](void* owner, NumberedTimer& timer) {
                         auto* world = static_cast<World*>(owner);
                         world->fired.push_back({timer.id(), test_now_ms});
                         const int64_t id = timer.id();
                         const bool is_last = !timer.repeats();
                         if (world->action) world->action(timer);
                         if (is_last && world->table.find(id) != nullptr) world->table.remove(timer);
                     },
                     this};
};

using Log = std::vector<World::Fired>;

}  // namespace

TEST_CASE("timer table: a timer is due after its delay, and is gone then") {
    World world;
    NumberedTimer timer;
    world.table.start(timer, 5, false);
    CHECK(timer.id() == 1);
    CHECK(world.table.find(1) == &timer);
    world.run_until(1100);
    CHECK(world.fired == Log{{1, 1006}});
    CHECK(world.table.find(1) == nullptr);
    CHECK(world.table.count() == 0);
    CHECK(timer.fired() == 1);
}

TEST_CASE("timer table: repeated timers do not drift, however late each call is") {
    World world;
    NumberedTimer timer;
    world.table.start(timer, 10, true);
    for (int64_t late : {1013, 1021, 1038, 1049, 1051}) world.turn_at(late);
    CHECK(world.fired == Log{{1, 1013}, {1, 1021}, {1, 1038}, {1, 1049}, {1, 1051}});
    CHECK(timer.due_ms() == 1061);
    world.run_until(2000);
    CHECK(timer.fired() == 99);  // 1011, 1021, ... 1991
    CHECK(world.fired.back() == World::Fired{1, 1991});
    world.table.remove(timer);
}

TEST_CASE("timer table: what became due while the process was busy is one call, then comes the next multiple") {
    World world;
    NumberedTimer timer;
    world.table.start(timer, 10, true);
    world.turn_at(1057);
    CHECK(timer.due_ms() == 1061);
    world.turn_at(1060);
    world.turn_at(1061);
    world.turn_at(1081);  // just due counts as on time
    CHECK(world.fired == Log{{1, 1057}, {1, 1061}, {1, 1081}});
    CHECK(timer.due_ms() == 1091);
    world.table.remove(timer);
}

TEST_CASE("timer table: a callback that takes several intervals is called once for them") {
    World world;
    NumberedTimer timer;
    world.action = [](NumberedTimer&) { test_now_ms += 25; };
    world.table.start(timer, 10, true);
    world.turn_at(1011);         // until 1036: 1021 and 1031 are missed
    world.turn_at(test_now_ms);  // until 1061
    CHECK(world.fired == Log{{1, 1011}, {1, 1036}});
    CHECK(timer.due_ms() == 1041);
    world.table.remove(timer);
}

TEST_CASE("timer table: delays count from now, not from when the turn began") {
    World world;
    NumberedTimer timer;
    test_now_ms = 1500;  // busy since the last look at the clock
    world.table.start(timer, 10, false);
    world.turn_at(1510);
    CHECK(world.fired.empty());
    world.turn_at(1511);
    CHECK(world.fired.size() == 1);
    CHECK(world.table.begin_ms() == 1501);
}

TEST_CASE("timer table: by their numbers where the millisecond is the same") {
    World world;
    NumberedTimer timers[4];
    world.table.start(timers[0], 20, false);
    world.table.start(timers[1], 10, true);
    world.table.start(timers[2], 10, false);
    world.table.start(timers[3], 20, false);
    world.turn_at(1015);
    world.turn_at(1025);
    CHECK(world.fired == Log{{2, 1015}, {3, 1015}, {1, 1025}, {2, 1025}, {4, 1025}});
    world.table.remove(timers[1]);
}

TEST_CASE("timer table: repeated timers keep their place, and a call may remove those behind it") {
    World world;
    NumberedTimer timers[4];
    world.table.start(timers[0], 15, true);
    world.table.start(timers[1], 10, true);
    world.table.start(timers[2], 30, false);
    world.table.start(timers[3], 6, true);
    for (int64_t now = 1001; now <= 1031; ++now) world.turn_at(now);
    Log last(world.fired.end() - 4, world.fired.end());
    CHECK(last == Log{{1, 1031}, {2, 1031}, {3, 1031}, {4, 1031}});
    NumberedTimer late;
    world.table.start(late, 29, false);
    world.action = [&](NumberedTimer& timer) {
        if (&timer == timers && test_now_ms == 1061) world.table.remove(late);
    };
    const size_t before = world.fired.size();
    for (int64_t now = 1032; now <= 1061; ++now) world.turn_at(now);
    CHECK(std::count(world.fired.begin() + static_cast<ptrdiff_t>(before), world.fired.end(), World::Fired{5, 1061}) ==
          0);
    for (NumberedTimer* timer : {&timers[0], &timers[1], &timers[3]}) world.table.remove(*timer);
    CHECK(world.table.count() == 0);
}

TEST_CASE("timer table: callbacks remove themselves and others that are due in the same turn") {
    World world;
    NumberedTimer timers[3];
    for (NumberedTimer& timer : timers) world.table.start(timer, 10, true);
    world.action = [&](NumberedTimer& timer) {
        world.table.remove(timer);
        if (timer.id() == 1) world.table.remove(timers[1]);
    };
    world.turn_at(1011);
    CHECK(world.fired == Log{{1, 1011}, {3, 1011}});
    CHECK(world.table.count() == 0);
    world.run_until(1100);
    CHECK(world.fired.size() == 2);
}

TEST_CASE("timer table: a timer started by a callback is for a later turn") {
    World world;
    NumberedTimer first;
    NumberedTimer second;
    world.action = [&](NumberedTimer& timer) {
        if (timer.id() == 1) world.table.start(second, 1, false);
    };
    world.table.start(first, 1, false);
    world.turn_at(1050);
    CHECK(world.fired == Log{{1, 1050}});
    CHECK(second.started_in_turn() == world.loop.turns());
    world.turn_at(1052);
    CHECK(world.fired == Log{{1, 1050}, {2, 1052}});
}

TEST_CASE("timer table: no delay is too long") {
    World world;
    NumberedTimer longest;
    NumberedTimer years;
    const int64_t ten_years_ms = int64_t{10} * 365 * 86'400'000;
    world.table.start(longest, INT64_MAX, true);
    world.table.start(years, ten_years_ms, false);
    for (int64_t now_ms = 2000; now_ms < 1000 + ten_years_ms; now_ms += int64_t{100} * 86'400'000)
        world.turn_at(now_ms);
    CHECK(world.fired.empty());
    world.turn_at(1001 + ten_years_ms);
    CHECK(world.fired.size() == 1);
    world.table.remove(longest);
}

TEST_CASE("timer table: finds every one of many, in whatever order they go; numbers do not come back") {
    World world;
    constexpr int64_t kMany = 1000;
    std::vector<std::unique_ptr<NumberedTimer>> timers;
    for (int64_t i = 0; i < kMany; ++i) {
        timers.push_back(std::make_unique<NumberedTimer>());
        world.table.start(*timers.back(), 10 + i % 7, i % 2 == 0);
    }
    for (int64_t i = 0; i < kMany; i += 3) world.table.remove(*timers[static_cast<size_t>(i)]);
    for (int64_t i = 0; i < kMany; ++i) {
        NumberedTimer* wanted = i % 3 == 0 ? nullptr : timers[static_cast<size_t>(i)].get();
        CHECK(world.table.find(i + 1) == wanted);
    }
    size_t seen = 0;
    world.table.each([&](NumberedTimer&) { ++seen; });
    CHECK(seen == world.table.count());
    size_t removed = 0;
    for (NumberedTimer* one = world.table.remove_all(); one != nullptr; one = one->next_removed()) ++removed;
    CHECK(removed == seen);
    CHECK(world.table.remove_all() == nullptr);
    CHECK(world.table.count() == 0);
    CHECK_FALSE(world.loop.alive());
    NumberedTimer next;
    world.table.start(next, 1, false);
    CHECK(next.id() == kMany + 1);
    CHECK(world.table.find(1) == nullptr);
    world.table.remove(next);
}
