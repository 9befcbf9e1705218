#include "proc/balance.h"

#include <doctest/doctest.h>

using tern::proc::better_seat;
using tern::proc::SharedState;

namespace {

void seat_worker(SharedState& state, uint32_t seat, uint64_t connections,
                 tern::shm::WorkerStatus status = tern::shm::WorkerStatus::idle) {
    state.occupy(seat, static_cast<int32_t>(seat), seat + 1);
    state.seat(seat).connection_num.set(connections);
    state.seat(seat).status.store(status);
}

}  // namespace

TEST_CASE("a connection goes to the worker that has clearly fewer") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 4}, 100)));
    seat_worker(state, 0, 10);
    seat_worker(state, 1, 10);
    seat_worker(state, 2, 3);
    CHECK(better_seat(state, 0) == 2);
    CHECK(better_seat(state, 2) == -1);
    state.seat(2).connection_num.set(9);
    CHECK(better_seat(state, 0) == -1);  // nearly even is even
}

TEST_CASE("connections on their way count") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2}, 100)));
    seat_worker(state, 0, 4);
    seat_worker(state, 1, 0);
    CHECK(better_seat(state, 0) == 1);
    state.seat(1).coming.store(4);
    CHECK(better_seat(state, 0) == -1);
}

TEST_CASE("workers that start or leave get nothing") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2}, 100)));
    seat_worker(state, 0, 9);
    seat_worker(state, 1, 0, tern::shm::WorkerStatus::none);
    CHECK(better_seat(state, 0) == -1);
    state.seat(1).status.store(tern::shm::WorkerStatus::exiting);
    CHECK(better_seat(state, 0) == -1);
    state.seat(1).status.store(tern::shm::WorkerStatus::busy);
    CHECK(better_seat(state, 0) == 1);
}
