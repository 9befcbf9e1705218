#include "loop/pulse.h"

#include <doctest/doctest.h>
#include <thread>

#include "loop/loop.h"

using tern::loop::Loop;
using tern::loop::Pulse;
using tern::loop::Stall;

TEST_CASE("pulse: even while the loop waits, odd while it works, another one each time") {
    Pulse pulse;
    CHECK_FALSE(Pulse::working(pulse.count()));
    pulse.works();
    const uint64_t first = pulse.count();
    CHECK(Pulse::working(first));
    pulse.works();
    CHECK(Pulse::working(pulse.count()));
    CHECK(pulse.count() != first);
    pulse.waits();
    const uint64_t wait = pulse.count();
    CHECK_FALSE(Pulse::working(wait));
    pulse.waits();
    CHECK_FALSE(Pulse::working(pulse.count()));
    CHECK(pulse.count() != wait);
}

TEST_CASE("pulse: a loop works after its turn, until the next one waits") {
    Loop loop;
    REQUIRE(loop.open() == tern::Error::ok);
    CHECK_FALSE(Pulse::working(loop.pulse().count()));
    REQUIRE(loop.turn(0) == tern::Error::ok);
    const uint64_t first = loop.pulse().count();
    CHECK(Pulse::working(first));
    REQUIRE(loop.turn(0) == tern::Error::ok);
    CHECK(loop.pulse().count() != first);
}

TEST_CASE("pulse: a loop that works wakes its watcher, and so does the end of the watch") {
    Pulse pulse;
    pulse.begin_watch();
    std::thread watcher([&] {
        while (!Pulse::working(pulse.count())) (void)pulse.sleep();
        while (pulse.sleep()) {}
    });
    pulse.works();
    pulse.end_watch();
    watcher.join();
    CHECK_FALSE(pulse.pause(1));
}

TEST_CASE("stall: told once, and again after ten times as long") {
    Stall stall(100);
    CHECK_FALSE(stall.look(7, 1'000));
    CHECK_FALSE(stall.look(7, 1'099));
    CHECK(stall.look(7, 1'100));
    CHECK(stall.first());
    CHECK(stall.for_ms(1'100) == 100);
    CHECK_FALSE(stall.look(7, 1'150));
    CHECK_FALSE(stall.look(7, 1'999));
    CHECK(stall.look(7, 2'000));
    CHECK_FALSE(stall.first());
    CHECK_FALSE(stall.look(7, 2'050));
}

// As one does that leaves out the time for which the thread waited for a processor.
TEST_CASE("stall: a clock that goes back") {
    Stall stall(100);
    CHECK_FALSE(stall.look(7, 1'000));
    CHECK(stall.look(7, 1'100));
    CHECK(stall.for_ms(991) == 0);
}

TEST_CASE("stall: a turn in between begins anew") {
    Stall stall(100);
    CHECK_FALSE(stall.look(7, 1'000));
    CHECK_FALSE(stall.look(9, 1'090));
    CHECK_FALSE(stall.look(9, 1'150));
    CHECK(stall.look(9, 1'190));
    CHECK(stall.first());
}

TEST_CASE("stall: a loop that waits is none, and quiet after a while") {
    Stall stall(100);
    CHECK_FALSE(stall.look(8, 0));
    for (int n = 1; n <= 30; ++n) CHECK_FALSE(stall.look(8, n * 50));
    CHECK(stall.quiet() == 30);
    CHECK_FALSE(stall.look(9, 2'000));
    CHECK(stall.quiet() == 0);
}
