#include "proc/reload.h"

#include <doctest/doctest.h>

#include "proc/backoff.h"

using tern::proc::Backoff;
using tern::proc::DrainReason;
using tern::proc::Reload;

TEST_CASE("the delay before a restart doubles up to its cap") {
    Backoff backoff;
    for (int64_t expected : {0, 0, 100, 200, 400, 800, 1600, 3200, 5000, 5000})
        CHECK(backoff.next_delay_ms() == expected);
    backoff.reset();
    CHECK(backoff.next_delay_ms() == 0);
}

TEST_CASE("a rolling reload goes through all workers and a recycled one jumps the queue") {
    Reload reload;
    CHECK(reload.next(0) == nullptr);
    CHECK(reload.request_all(0, 2) == Reload::Request::started);
    REQUIRE(reload.next(0) != nullptr);
    CHECK(reload.next(0)->worker_id == 0);
    reload.begin();
    CHECK(reload.next(0) == nullptr);
    CHECK(reload.reason_under_way() == DrainReason::reload);
    reload.request_one(5, DrainReason::recycle);
    reload.request_one(5, DrainReason::recycle);
    reload.succeeded();
    CHECK(reload.next(0)->worker_id == 5);
    reload.begin();
    reload.succeeded();
    CHECK(reload.take_finished() == Reload::Finish::none);
    CHECK(reload.next(0)->worker_id == 1);
    reload.begin();
    reload.succeeded();
    CHECK(reload.take_finished() == Reload::Finish::complete);
    CHECK(reload.take_finished() == Reload::Finish::none);
    CHECK_FALSE(reload.take_remembered());
    CHECK(reload.next(0) == nullptr);
}

TEST_CASE("a step is withdrawn unless it is under way, and a rolling reload waits for no retry") {
    Reload reload;
    reload.request_one(1, DrainReason::recycle);
    reload.request_one(2, DrainReason::recycle);
    reload.begin();
    reload.withdraw(1);
    reload.withdraw(2);
    reload.failed(1000, 500);
    reload.withdraw(2);
    (void)reload.request_all(0, 1);
    REQUIRE(reload.next(1000) != nullptr);
    CHECK(reload.next(1000)->worker_id == 0);
}

TEST_CASE("a failed step ends a rolling reload, but a recycled worker is tried again later") {
    Reload reload;
    (void)reload.request_all(0, 3);
    CHECK(reload.request_all(0, 3) == Reload::Request::remembered);
    reload.begin();
    reload.request_one(7, DrainReason::recycle);
    reload.failed(1000, 100);
    CHECK(reload.take_finished() == Reload::Finish::given_up);
    CHECK(reload.take_remembered());
    CHECK(reload.next(1099) == nullptr);
    CHECK(reload.not_before_ms() == 1100);
    REQUIRE(reload.next(1100) != nullptr);
    CHECK(reload.next(1100)->worker_id == 7);
    reload.begin();
    reload.failed(1100, 200);
    CHECK(reload.next(1299) == nullptr);
    CHECK(reload.next(1300)->worker_id == 7);
}
