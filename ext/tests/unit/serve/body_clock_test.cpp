#include "serve/body_clock.h"

#include <doctest/doctest.h>

using tern::serve::BodyClock;
using tern::serve::Limits;

namespace {

Limits limits_of(uint64_t min_rate) {
    Limits limits;
    limits.body_timeout_ms = 1000;
    limits.body_min_rate = min_rate;
    return limits;
}

}  // namespace

TEST_CASE("body_clock: without a least rate silence has its time") {
    const Limits limits = limits_of(0);
    BodyClock clock;
    clock.begin(5000);
    CHECK(clock.timeout_ms(limits, 0, 5900) == 1000);
}

TEST_CASE("body_clock: who is late by body_timeout has no time left, and bytes earn some") {
    const Limits limits = limits_of(100);
    BodyClock clock;
    clock.begin(5000);
    CHECK(clock.timeout_ms(limits, 0, 5000) == 1000);
    CHECK(clock.timeout_ms(limits, 0, 5600) == 400);
    CHECK(clock.timeout_ms(limits, 50, 5600) == 900);
    CHECK(clock.timeout_ms(limits, 1000, 5600) == 1000);
    CHECK(clock.timeout_ms(limits, 0, 9000) == 0);
}

TEST_CASE("body_clock: time does not count while nothing is received") {
    const Limits limits = limits_of(100);
    BodyClock clock;
    clock.begin(5000);
    clock.pause(5100);
    clock.pause(5200);
    CHECK(clock.paused());
    clock.resume(7100);
    CHECK_FALSE(clock.paused());
    CHECK(clock.timeout_ms(limits, 0, 7100) == 900);
    clock.resume(9999);
    CHECK(clock.timeout_ms(limits, 0, 7100) == 900);
}
