#include <doctest/doctest.h>

#include "serve/connection_state.h"

using namespace tern;
using namespace tern::serve;

namespace {
int64_t now_us = 1'000'000;
int64_t test_clock() noexcept { return now_us; }

// Whether what a handler sends waits, when it takes so long.
bool waits(Gathering& gathering, const loop::Loop& loop, bool more, int64_t takes_us) {
    gathering.begin(loop, more);
    const bool result = gathering.now();
    now_us += takes_us;
    gathering.end(loop);
    return result;
}
}  // namespace

TEST_CASE("gathering: behind a quick handler, and while more is there") {
    loop::Loop loop(test_clock);
    Gathering gathering;
    CHECK_FALSE(waits(gathering, loop, true, 10));  // nothing is known of this connection
    CHECK(waits(gathering, loop, true, 10));
    CHECK_FALSE(gathering.now());  // no handler is called
    CHECK_FALSE(waits(gathering, loop, false, 5000));
    CHECK(waits(gathering, loop, true, 100));
    CHECK_FALSE(waits(gathering, loop, true, 99));
    CHECK(waits(gathering, loop, true, 99));
}

TEST_CASE("gathering: handlers that follow each other share a look at the clock") {
    static int looks = 0;
    loop::Loop loop([]() noexcept {
        ++looks;
        return now_us;
    });
    Gathering gathering;
    const int before = looks;
    gathering.next(loop, true);
    CHECK_FALSE(gathering.now());  // nothing is known of this connection
    now_us += 10;
    gathering.next(loop, true);
    CHECK(gathering.now());
    now_us += 100;
    gathering.next(loop, true);
    CHECK_FALSE(gathering.now());  // the one before was slow
    now_us += 10;
    gathering.next(loop, false);
    CHECK_FALSE(gathering.now());  // nothing follows
    gathering.end(loop);
    CHECK(looks == before + 4);
    gathering.begin(loop, true);
    CHECK(gathering.now());
}
