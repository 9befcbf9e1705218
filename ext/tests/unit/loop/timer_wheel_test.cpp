#include "loop/timer_wheel.h"

#include <algorithm>
#include <deque>
#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <random>
#include <vector>

using tern::loop::Timer;
using tern::loop::TimerWheel;

namespace {

struct Alarm {
    explicit Alarm(std::function<void()> action = {}) : action(std::move(action)) {}
    std::function<void()> action;
    int fired = 0;
    Timer timer{[](void* self) {
                    auto* alarm = static_cast<Alarm*>(self);
                    ++alarm->fired;
                    if (alarm->action) alarm->action();
                },
                this};
};

// What the wheel promises, the slow way: expiry, then the order of starting.
struct Model {
    struct Entry {
        int64_t expires_ms;
        uint64_t started;
        size_t index;
    };
    std::vector<Entry> pending;
    uint64_t starts = 0;

    void start(size_t index, int64_t expires_ms) {
        stop(index);
        pending.push_back({expires_ms, starts++, index});
    }
    void stop(size_t index) {
        std::erase_if(pending, [&](const Entry& entry) { return entry.index == index; });
    }
    std::vector<size_t> advance(int64_t now_ms) {
        std::sort(pending.begin(), pending.end(), [](const Entry& a, const Entry& b) {
            return a.expires_ms != b.expires_ms ? a.expires_ms < b.expires_ms : a.started < b.started;
        });
        std::vector<size_t> fired;
        while (!pending.empty() && pending.front().expires_ms <= now_ms) {
            fired.push_back(pending.front().index);
            pending.erase(pending.begin());
        }
        return fired;
    }
    int64_t next_ms() const {
        int64_t next = -1;
        for (const Entry& entry : pending) {
            if (next < 0 || entry.expires_ms < next) next = entry.expires_ms;
        }
        return next;
    }
};

}  // namespace

TEST_CASE("timer wheel: fires at its expiry, not before, and once") {
    for (int64_t delay_ms : {1, 2, 63, 64, 65, 4095, 4096, 4097, 262'144, 86'400'000}) {
        for (int64_t base_ms : {0, 1, 63, 4095, 123'456'789}) {
            CAPTURE(delay_ms);
            CAPTURE(base_ms);
            TimerWheel wheel(base_ms);
            Alarm alarm;
            wheel.start(alarm.timer, base_ms + delay_ms);
            wheel.advance(base_ms + delay_ms - 1);
            CHECK(alarm.fired == 0);
            CHECK(alarm.timer.pending());
            wheel.advance(base_ms + delay_ms);
            CHECK(alarm.fired == 1);
            CHECK(!alarm.timer.pending());
            wheel.advance(base_ms + 3 * delay_ms);
            CHECK(alarm.fired == 1);
            CHECK(wheel.next_wake_ms() == -1);
        }
    }
}

TEST_CASE("timer wheel: an expiry that has passed fires one tick later") {
    TimerWheel wheel(100);
    Alarm alarm;
    wheel.start(alarm.timer, 7);
    wheel.advance(100);
    CHECK(alarm.fired == 0);
    wheel.advance(101);
    CHECK(alarm.fired == 1);
}

TEST_CASE("timer wheel: beyond the longest delay it fires early, not never") {
    TimerWheel wheel(5);
    Alarm alarm;
    wheel.start(alarm.timer, INT64_MAX);
    CHECK(alarm.timer.expires_ms() == 5 + TimerWheel::kLongest / 2);
    wheel.advance(5 + TimerWheel::kLongest / 2 - 1);
    CHECK(alarm.fired == 0);
    wheel.advance(5 + TimerWheel::kLongest / 2);
    CHECK(alarm.fired == 1);
}

TEST_CASE("timer wheel: the top level goes round") {
    const int64_t near_wrap = TimerWheel::kLongest - 10;
    TimerWheel wheel(near_wrap);
    Alarm alarm;
    wheel.start(alarm.timer, near_wrap + 1000);
    CHECK(wheel.next_wake_ms() <= near_wrap + 1000);
    wheel.advance(near_wrap + 999);
    CHECK(alarm.fired == 0);
    wheel.advance(near_wrap + 1000);
    CHECK(alarm.fired == 1);
}

TEST_CASE("timer wheel: restarting moves, stopping and destroying forget") {
    TimerWheel wheel(0);
    Alarm moved;
    Alarm stopped;
    wheel.start(moved.timer, 10);
    wheel.start(moved.timer, 5000);
    wheel.start(stopped.timer, 10);
    stopped.timer.stop();
    {
        Alarm destroyed;
        wheel.start(destroyed.timer, 10);
    }
    wheel.advance(4999);
    CHECK(moved.fired == 0);
    CHECK(stopped.fired == 0);
    wheel.advance(5000);
    CHECK(moved.fired == 1);
}

TEST_CASE("timer wheel: knows when timers would only move down") {
    TimerWheel wheel(0);
    Alarm alarm;
    CHECK(!wheel.only_sinks(1000));
    wheel.start(alarm.timer, 100);
    CHECK(!wheel.only_sinks(63));
    CHECK(wheel.only_sinks(64));
    CHECK(wheel.only_sinks(99));
    CHECK(!wheel.only_sinks(100));
    wheel.advance(64);
    CHECK(!wheel.only_sinks(99));
    CHECK(alarm.fired == 0);
    CHECK(wheel.next_wake_ms() == 100);
}

TEST_CASE("timer wheel: in order of expiry, then of starting") {
    TimerWheel wheel(0);
    std::vector<int> order;
    Alarm early([&] { order.push_back(1); });
    Alarm first([&] { order.push_back(2); });
    Alarm second([&] { order.push_back(3); });
    wheel.start(first.timer, 100);
    wheel.start(early.timer, 70);
    wheel.advance(65);  // 100 has come down a level; what is started now lies there already
    wheel.start(second.timer, 100);
    wheel.advance(1000);
    CHECK(order == std::vector<int>{1, 2, 3});
}

TEST_CASE("timer wheel: what a callback starts comes behind what was there") {
    TimerWheel wheel(0);
    std::vector<int> order;
    Alarm late([&] { order.push_back(3); });
    Alarm trigger([&] {
        order.push_back(1);
        wheel.start(late.timer, 70);
    });
    Alarm earlier([&] { order.push_back(2); });
    wheel.start(trigger.timer, 64);  // the first of its slot on the second level
    wheel.start(earlier.timer, 70);  // and one that is still in it while the callback runs
    wheel.advance(100);
    CHECK(order == std::vector<int>{1, 2, 3});
}

TEST_CASE("timer wheel: callbacks stop, restart and destroy timers of the same millisecond") {
    TimerWheel wheel(0);
    Alarm stopped;
    auto destroyed = std::make_unique<Alarm>();
    Alarm again;
    again.action = [&] {
        if (again.fired < 3) wheel.start(again.timer, again.timer.expires_ms() + 10);
    };
    Alarm first([&] {
        stopped.timer.stop();
        destroyed.reset();
    });
    wheel.start(first.timer, 50);
    wheel.start(stopped.timer, 50);
    wheel.start(destroyed->timer, 50);
    wheel.start(again.timer, 50);
    wheel.advance(50);
    CHECK(first.fired == 1);
    CHECK(again.fired == 1);
    wheel.advance(200);  // late: each restart counts from the millisecond that it fired for
    CHECK(again.fired == 3);
    CHECK(stopped.fired == 0);
}

TEST_CASE("timer wheel: a callback may destroy its own timer") {
    TimerWheel wheel(0);
    std::unique_ptr<Alarm> alarm;
    alarm = std::make_unique<Alarm>();
    alarm->action = [&alarm] {
        std::function<void()> running = std::move(alarm->action);  // outlives the alarm
        alarm.reset();
    };
    wheel.start(alarm->timer, 3);
    wheel.advance(3);
    CHECK(alarm == nullptr);
}

TEST_CASE("timer wheel: does what a sorted list does, and wakes in time") {
    std::mt19937_64 random(20261121);
    for (int round = 0; round < 30; ++round) {
        int64_t now_ms = static_cast<int64_t>(random() >> (20 + random() % 40));
        TimerWheel wheel(now_ms);
        Model model;
        std::vector<size_t> fired;
        std::deque<Alarm> alarms;
        for (size_t i = 0; i < 40; ++i) alarms.emplace_back([&fired, i] { fired.push_back(i); });
        for (int step = 0; step < 400; ++step) {
            const size_t index = random() % alarms.size();
            if (random() % 4 == 0) {
                alarms[index].timer.stop();
                model.stop(index);
            } else {
                int64_t delay_ms = 1 + static_cast<int64_t>(random() % (uint64_t{1} << (random() % 34)));
                wheel.start(alarms[index].timer, now_ms + delay_ms);
                model.start(index, now_ms + delay_ms);
            }
            if (random() % 3 != 0) continue;
            const int64_t next_ms = model.next_ms();
            const int64_t wake_ms = wheel.next_wake_ms();
            REQUIRE((wake_ms < 0) == (next_ms < 0));
            REQUIRE(wake_ms <= next_ms);
            now_ms = random() % 2 == 0 && wake_ms > now_ms ? wake_ms : now_ms + static_cast<int64_t>(random() % 5000);
            fired.clear();
            wheel.advance(now_ms);
            REQUIRE(fired == model.advance(now_ms));
        }
    }
}
