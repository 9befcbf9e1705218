#include "serve/telemetry/active_requests.h"

#include <doctest/doctest.h>
#include <vector>

#include "serve/exchange.h"

using namespace tern;
using namespace tern::serve;

namespace {

int64_t test_now_us = 0;
int64_t read_test_clock() noexcept { return test_now_us; }

struct Watcher final : SlowRequestWatcher {
    void on_slow(RequestAccount& account) override { told.push_back(&account); }
    std::vector<RequestAccount*> told;
};

struct World {
    explicit World(int64_t slow_ms) : loop(begin()), active(loop, slow_ms, watcher) {
        REQUIRE(loop.open() == Error::ok);
    }
    ~World() {
        for (Exchange* one : exchanges) one->release();
    }
    static loop::Loop::Clock begin() {
        test_now_us = 1'000'000;
        return read_test_clock;
    }
    // Its head came, it was dispatched and its handling began at these times.
    RequestAccount& open(int64_t head_us, int64_t dispatched_us, int64_t begun_us) {
        Exchange& exchange = *pool.take();
        exchanges.push_back(&exchange);
        exchange.facts.turn_us = head_us;
        exchange.facts.dispatched_us = dispatched_us;
        return active.open(exchange, begun_us * 1000);
    }
    void turn_at(int64_t now_us) {
        test_now_us = now_us;
        REQUIRE(loop.turn(0) == Error::ok);
    }
    size_t count() {
        size_t found = 0;
        active.each([&](RequestAccount&) { ++found; });
        return found;
    }

    ExchangePool pool;
    std::vector<Exchange*> exchanges;
    loop::Loop loop;
    Watcher watcher;
    ActiveRequests active;
};

}  // namespace

TEST_CASE("active_requests: what went before handling is waiting for the client and for its turn") {
    World world(0);
    RequestAccount& account = world.open(1'000'000, 1'000'300, 1'000'500);
    CHECK(account.waited_ns(WaitKind::client) == 300'000);
    CHECK(account.waited_ns(WaitKind::queue) == 200'000);
    CHECK(account.since_ns() == 1'000'000'000);
    CHECK(account.slow_at_us == 0);
    CHECK(world.count() == 1);
    world.exchanges.back()->close_account();
    CHECK(world.count() == 0);
}

TEST_CASE("active_requests: with the time of the log the sums begin there, too") {
    World world(0);
    Exchange& exchange = *world.pool.take();
    world.exchanges.push_back(&exchange);
    exchange.facts.turn_us = 1'000'000;
    exchange.facts.began_us = 1'000'400;
    exchange.facts.dispatched_us = 1'000'000;
    const RequestAccount& account = world.active.open(exchange, 1'000'500'000);
    CHECK(account.waited_ns(WaitKind::client) == 0);
    CHECK(account.waited_ns(WaitKind::queue) == 100'000);
}

TEST_CASE("active_requests: each that becomes slow is told once, never early, the others not") {
    World world(100);
    RequestAccount& first = world.open(1'000'000, 1'000'000, 1'000'000);
    RequestAccount& second = world.open(1'050'000, 1'050'000, 1'050'000);
    RequestAccount& quick = world.open(1'050'000, 1'050'000, 1'050'000);
    world.turn_at(1'099'900);
    CHECK(world.watcher.told.empty());
    world.turn_at(1'101'000);
    CHECK(world.watcher.told == std::vector<RequestAccount*>{&first});
    quick.exchange()->close_account();
    world.turn_at(1'151'000);
    CHECK(world.watcher.told == std::vector<RequestAccount*>{&first, &second});
    world.turn_at(2'000'000);
    CHECK(world.watcher.told.size() == 2);
    CHECK(world.count() == 2);
    (void)world.open(2'000'000, 2'000'000, 2'000'000);
    world.turn_at(2'101'000);
    CHECK(world.watcher.told.size() == 3);
}

TEST_CASE("active_requests: nobody is told what somebody has noticed") {
    World world(100);
    world.open(1'000'000, 1'000'000, 1'000'000).slow = true;
    world.turn_at(1'500'000);
    CHECK(world.watcher.told.empty());
}
