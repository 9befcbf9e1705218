#include "proc/task_ledger.h"

#include <doctest/doctest.h>

using namespace tern;
using namespace tern::proc;

TEST_CASE("the ledger knows what was begun and not ended") {
    TaskLedger ledger;
    REQUIRE(ledger.create(3, 2) == Error::ok);
    CHECK(ledger.task_workers() == 2);
    ledger.enter(1, 0, {7, 0, 10, 100, false});
    ledger.enter(1, 1, {8, 0, 10, 200, true});
    ledger.enter(1, 2, {9, 1, 11, 2, false});
    ledger.enter(1, 3, {10, 0, 10, 300, false});  // its message was not taken: its box was read up to 300
    ledger.enter(2, 0, {11, 0, 10, 0, false});
    ledger.strike_out(1, 0);
    ledger.note_answered(1, 2);
    const std::vector<TaskEntry> left = ledger.take_left(1, 300);
    REQUIRE(left.size() == 2);
    CHECK(left[0].task_id == 8);
    CHECK(left[0].awaited);
    CHECK(left[1].task_id == 9);
    CHECK(left[1].from_generation == 11);
    CHECK(left[1].answered);
    CHECK_FALSE(left[0].answered);
    CHECK(ledger.take_left(1, 1000).empty());
    CHECK(ledger.take_left(2, 1).size() == 1);
}

TEST_CASE("the ledger counts what is outstanding") {
    TaskLedger ledger;
    CHECK(ledger.create(3, 0) == Error::ok);
    CHECK(ledger.task_workers() == 0);
    CHECK(ledger.all_outstanding() == 0);
    TaskLedger some;
    REQUIRE(some.create(3, 2) == Error::ok);
    some.outstanding(0).fetch_add(3);
    some.outstanding(1).fetch_add(1);
    CHECK(some.all_outstanding() == 4);
}
