#include "serve/telemetry/request_account.h"

#include <doctest/doctest.h>

#include "serve/telemetry/accounted_exchange.h"

using namespace tern::serve;
using tern::serve::test::AccountedExchange;

TEST_CASE("request_account: running and waiting add up to the time between") {
    AccountedExchange sample(100);
    RequestAccount& account = sample.account;
    account.run(100, {});
    account.pause(130, {});
    account.wait(WaitKind::socket, 130);
    account.go_on(200);
    account.run(200, {});
    account.pause(210, {});
    account.wait(WaitKind::sleep, 210);
    account.go_on(310);
    account.run(310, {});
    account.pause(315, {});
    CHECK(account.cpu_ns() == 45);
    CHECK(account.waited_ns(WaitKind::socket) == 70);
    CHECK(account.waited_ns(WaitKind::sleep) == 100);
    CHECK(account.waited_ns(WaitKind::lock) == 0);
    CHECK(account.cpu_ns() + account.waited_ns(WaitKind::socket) + account.waited_ns(WaitKind::sleep) == 315 - 100);
}

TEST_CASE("request_account: while it waits for coroutines of its own, what they run is no waiting") {
    AccountedExchange sample(100);
    RequestAccount& account = sample.account;
    account.run(100, {});
    account.pause(110, {});
    account.wait(WaitKind::lock, 110);
    account.run(120, {});  // another coroutine of the request
    account.pause(170, {});
    account.go_on(200);
    CHECK(account.cpu_ns() == 60);
    CHECK(account.waited_ns(WaitKind::lock) == 40);
}

TEST_CASE("request_account: settled in the middle of a wait, it counts up to there and goes on") {
    AccountedExchange sample(100);
    RequestAccount& account = sample.account;
    account.settle(150);  // nothing waits
    account.wait(WaitKind::file, 200);
    account.settle(230);
    CHECK(account.waited_ns(WaitKind::file) == 30);
    account.settle(230);
    account.go_on(250);
    account.go_on(300);  // it does not wait any more
    CHECK(account.waited_ns(WaitKind::file) == 50);
}

TEST_CASE("request_account: a clock that stands still or goes back adds nothing") {
    AccountedExchange sample(100);
    sample.account.add_wait(WaitKind::queue, -5);
    sample.account.wait(WaitKind::dns, 200);
    sample.account.go_on(200);
    CHECK(sample.account.waited_ns(WaitKind::queue) == 0);
    CHECK(sample.account.waited_ns(WaitKind::dns) == 0);
}

TEST_CASE("request_account: memory is the most that was held, with a peak in between where it was the highest of all") {
    AccountedExchange sample(100);
    RequestAccount& account = sample.account;
    account.run(0, {1000, 5000});
    account.pause(1, {1200, 5000});
    CHECK(account.memory_bytes() == 200);
    account.run(2, {9000, 9000});  // others took the rest meanwhile
    account.pause(3, {9100, 9900});
    CHECK(account.memory_bytes() == 200 + 900);
    account.run(4, {9100, 9900});
    account.pause(5, {8800, 9900});
    CHECK(account.memory_bytes() == 1100);
}

TEST_CASE("request_account: a coroutine that outlives the answer keeps it") {
    AccountedExchange sample(100);
    sample.account.retain();
    CHECK(sample.account.exchange() == &sample.exchange);
    sample.account.close();
    CHECK(sample.account.exchange() == nullptr);
    sample.account.run(1, {});
    sample.account.pause(4, {});
    CHECK(sample.account.cpu_ns() == 3);
    sample.account.release();
}
