#include <doctest/doctest.h>

#include "proc/shared_state.h"

using tern::proc::better_slot;
using tern::proc::SharedState;

namespace {

void place_worker(SharedState& state, uint32_t slot, uint64_t connections,
                  tern::shm::WorkerStatus status = tern::shm::WorkerStatus::idle) {
    state.occupy(slot, static_cast<int32_t>(slot), slot + 1);
    state.slot(slot).connection_num.set(connections);
    state.slot(slot).status.store(status);
}

}  // namespace

TEST_CASE("a connection goes to the worker that has clearly fewer") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 4}, 100)));
    place_worker(state, 0, 10);
    place_worker(state, 1, 10);
    place_worker(state, 2, 3);
    CHECK(better_slot(state, 0) == 2);
    CHECK(better_slot(state, 2) == -1);
    state.slot(2).connection_num.set(9);
    CHECK(better_slot(state, 0) == -1);  // nearly even is even
}

TEST_CASE("connections on their way count") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2}, 100)));
    place_worker(state, 0, 4);
    place_worker(state, 1, 0);
    CHECK(better_slot(state, 0) == 1);
    state.slot(1).coming.store(4);
    CHECK(better_slot(state, 0) == -1);
}

TEST_CASE("workers that start or leave get nothing") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2}, 100)));
    place_worker(state, 0, 9);
    place_worker(state, 1, 0, tern::shm::WorkerStatus::none);
    CHECK(better_slot(state, 0) == -1);
    state.slot(1).status.store(tern::shm::WorkerStatus::exiting);
    CHECK(better_slot(state, 0) == -1);
    state.slot(1).status.store(tern::shm::WorkerStatus::busy);
    CHECK(better_slot(state, 0) == 1);
}

TEST_CASE("an idle worker keeps a connection that a busier one would get, whose connections all have a request") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2}, 100)));
    place_worker(state, 0, 9);
    place_worker(state, 1, 2);
    state.slot(1).concurrency.set(2);
    CHECK(better_slot(state, 0) == -1);
    state.slot(0).concurrency.set(1);
    CHECK(better_slot(state, 0) == 1);
    state.slot(0).concurrency.set(0);
    state.slot(1).concurrency.set(1);
    CHECK(better_slot(state, 0) == 1);
}
