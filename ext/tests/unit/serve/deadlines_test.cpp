#include <doctest/doctest.h>
#include <vector>

#include "serve/connection_state.h"

using namespace tern;
using serve::Deadlines;
using Kind = serve::Deadlines::Kind;

namespace {

int64_t now_ms = 1'000;

// Notes what is due whenever the timer fires.
struct Owner {
    Owner() { REQUIRE(loop.open() == Error::ok); }

    void on_due() {
        ++fired;
        for (Kind kind : {Kind::input, Kind::send, Kind::drain}) {
            if (deadlines.take_due(kind)) due.push_back(kind);
        }
        deadlines.wake_for_next();
    }
    void pass_ms(int64_t time_ms) {
        now_ms += time_ms;
        REQUIRE(loop.turn(0) == Error::ok);
    }

    loop::Loop loop{[]() noexcept { return now_ms * 1000; }};
    Deadlines deadlines{loop, [](void* self) { static_cast<Owner*>(self)->on_due(); }, this};
    std::vector<Kind> due;
    int fired = 0;
};

}  // namespace

TEST_CASE("deadlines: each is due once, in its time") {
    Owner owner;
    owner.deadlines.set(Kind::send, 30);
    owner.deadlines.set(Kind::input, 10);
    owner.pass_ms(9);
    CHECK(owner.due.empty());
    owner.pass_ms(1);
    CHECK(owner.due == std::vector{Kind::input});
    CHECK_FALSE(owner.deadlines.is_set(Kind::input));
    owner.pass_ms(20);
    CHECK(owner.due == std::vector{Kind::input, Kind::send});
    owner.pass_ms(1000);
    CHECK(owner.due.size() == 2);
}

TEST_CASE("deadlines: one that moves on costs no timer, and is looked at when that fires") {
    Owner owner;
    owner.deadlines.set(Kind::input, 10);
    owner.pass_ms(5);
    owner.deadlines.set(Kind::input, 10);
    owner.pass_ms(5);
    CHECK(owner.fired == 1);
    CHECK(owner.due.empty());
    owner.pass_ms(5);
    CHECK(owner.due == std::vector{Kind::input});
}

TEST_CASE("deadlines: one that was cleared is not due") {
    Owner owner;
    owner.deadlines.set(Kind::input, 10);
    owner.deadlines.clear(Kind::input);
    owner.pass_ms(100);
    CHECK(owner.due.empty());
}

TEST_CASE("deadlines: an earlier one moves the timer") {
    Owner owner;
    owner.deadlines.set(Kind::send, 1000);
    owner.deadlines.set_at(Kind::drain, now_ms + 10);
    CHECK(owner.deadlines.at(Kind::drain) == now_ms + 10);
    owner.pass_ms(10);
    CHECK(owner.due == std::vector{Kind::drain});
}

TEST_CASE("deadlines: what is over already is due at once, and never is not") {
    Owner owner;
    owner.deadlines.set_at(Kind::input, now_ms - 5);
    owner.deadlines.set_at(Kind::send, Deadlines::kNever);
    owner.pass_ms(1);
    CHECK(owner.due == std::vector{Kind::input});
}
