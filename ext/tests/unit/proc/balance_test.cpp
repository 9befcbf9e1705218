#include "proc/balance.h"

#include <algorithm>
#include <doctest/doctest.h>

using tern::proc::better_slot;
using tern::proc::has_room;
using tern::proc::Rebalancer;
using tern::proc::SharedState;
using tern::proc::WorkerLoad;

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

TEST_CASE("workers find each other, however many places the server has for processes of tasks") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2, .tasks = 200}, 100)));
    place_worker(state, 0, 0);
    place_worker(state, 1, 9);
    CHECK(better_slot(state, 1) == 0);
    Rebalancer one(state, 1);
    state.slot(1).concurrency.set(9);
    for (int64_t now = 1; now <= Rebalancer::kSightings; ++now) one.compare(now * Rebalancer::kCompareEveryUs);
    CHECK(one.moves() == 5);
    CHECK(one.slot_for(7) == -1);
    CHECK(one.slot_for(8) == 0);
}

TEST_CASE("a worker in which the program does not run gets nothing") {
    SharedState state;
    REQUIRE(tern::ok(state.create({.events = 2}, 100)));
    place_worker(state, 0, 9);
    place_worker(state, 1, 0);
    state.slot(1).stands_in.store(true);
    CHECK(better_slot(state, 0) == -1);
}

namespace {

// Workers, each with a Rebalancer, whose loads the test sets. Time passes from comparison to comparison.
struct Balanced {
    explicit Balanced(uint32_t count) {
        REQUIRE(tern::ok(state.create({.events = count}, 100)));
        for (uint32_t i = 0; i < count; ++i) place_worker(state, i, 0);
    }
    // Each worker has so many requests, and works for so many thousandths of the time.
    void pass(uint32_t slot, uint64_t requests, uint64_t busy) {
        state.slot(slot).concurrency.set(requests);
        state.slot(slot).loop_busy_us.add(busy * Rebalancer::kCompareEveryUs / 1000);
        state.slot(slot).loop_turn_count.increment();
    }
    // The comparisons of one moment.
    template <class... All>
    void compare(All&... all) {
        now_us += Rebalancer::kCompareEveryUs;
        for (Rebalancer* one : {&all...}) {
            REQUIRE(one->is_due(now_us));
            one->compare(now_us);
        }
    }
    // How many of these connections go when each has a request.
    uint32_t moves(Rebalancer& one, int64_t sessions, int to) {
        uint32_t count = 0;
        for (int64_t id = 1; id <= sessions; ++id) {
            const int slot = one.slot_for(id);
            if (slot < 0) continue;
            CHECK(slot == to);
            one.note_result(true);
            ++count;
        }
        return count;
    }

    SharedState state;
    int64_t now_us = 1'000'000'000;
};

}  // namespace

TEST_CASE("rebalance: of two workers at most one has room for the connections of the other") {
    const uint64_t requests[] = {0, 1, 2, 3, 4, 6, 9, 10, 15, 25, 100};
    const uint64_t busy[] = {0, 100, 199, 200, 201, 299, 300, 400, 599, 600, 800, 801, 1000};
    for (uint64_t a_requests : requests) {
        for (uint64_t b_requests : requests) {
            for (uint64_t a_busy : busy) {
                for (uint64_t b_busy : busy) {
                    const WorkerLoad a{a_requests, a_busy};
                    const WorkerLoad b{b_requests, b_busy};
                    CHECK_FALSE((has_room(a, b) && has_room(b, a)));
                }
            }
        }
    }
}

TEST_CASE("rebalance: requests in progress are spread evenly, once they have differed for a while") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    for (int i = 1; i < Rebalancer::kSightings; ++i) {
        workers.pass(0, 25, 1000);
        workers.compare(one);
        CHECK(one.moves() == 0);
        CHECK(one.slot_for(7) == -1);
    }
    workers.pass(0, 25, 1000);
    workers.compare(one);
    CHECK(one.moves() == 13);
    CHECK(workers.moves(one, 25, 1) == 13);
    CHECK(one.moves() == 0);
    // Now they are even, whichever looks.
    Rebalancer other(workers.state, 1);
    for (int i = 0; i < 10; ++i) {
        workers.pass(0, 12, 1000);
        workers.pass(1, 13, 1000);
        workers.compare(one, other);
        CHECK(one.moves() == 0);
        CHECK(other.moves() == 0);
    }
}

TEST_CASE("rebalance: a difference that does not last moves nothing") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    for (int i = 0; i < 20; ++i) {
        workers.pass(0, i % Rebalancer::kSightings == 0 ? 5 : 25, 500);
        workers.pass(1, 5, 500);
        workers.compare(one);
        CHECK(one.moves() == 0);
    }
}

TEST_CASE("rebalance: quick requests leave no trace but the time that the loop works") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    Rebalancer other(workers.state, 1);
    constexpr uint64_t kConnections = 100;
    uint64_t there = 0;  // connections of the other one
    for (int i = 0; i < 40; ++i) {
        workers.pass(0, 0, std::min<uint64_t>(1000, (kConnections - there) * 12));
        workers.pass(1, 0, std::min<uint64_t>(1000, there * 12));
        workers.compare(one, other);
        CHECK(workers.moves(other, static_cast<int64_t>(there), 0) == 0);
        there += workers.moves(one, static_cast<int64_t>(kConnections - there), 1);
    }
    // Neither has more than twice as much as the other.
    CHECK(there >= kConnections / 3);
    CHECK(there <= kConnections * 2 / 3);
}

TEST_CASE("rebalance: the only active connection stays, however busy it keeps its worker") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    for (int i = 0; i < 10; ++i) {
        workers.pass(0, 0, 1000);
        workers.compare(one);
        CHECK(one.slot_for(7) == -1);
        CHECK(one.slot_for(7) == -1);
    }
    CHECK(one.slot_for(8) == 1);
}

TEST_CASE("rebalance: each of many workers gives a new one its share only") {
    Balanced workers(5);
    const auto of_slot = [&](uint32_t slot) { return Rebalancer(workers.state, slot); };
    Rebalancer all[] = {of_slot(0), of_slot(1), of_slot(2), of_slot(3), of_slot(4)};
    uint32_t moved = 0;
    for (int i = 0; i < Rebalancer::kSightings; ++i) {
        for (uint32_t slot = 0; slot < 5; ++slot) workers.pass(slot, slot == 4 ? 0 : 10, slot == 4 ? 0 : 900);
        workers.compare(all[0], all[1], all[2], all[3], all[4]);
    }
    for (uint32_t slot = 0; slot < 4; ++slot) moved += workers.moves(all[slot], 10, 4);
    CHECK(moved == 8);
    CHECK(all[4].moves() == 0);
}

TEST_CASE("rebalance: requests that wait for an answer of others do not outweigh a busy processor") {
    const WorkerLoad streams{.requests = 1000, .busy = 100};
    const WorkerLoad works{.requests = 3, .busy = 1000};
    CHECK_FALSE(has_room(works, streams));
    CHECK_FALSE(has_room(streams, works));
}

TEST_CASE("rebalance: a worker that may be blocked gets nothing because it seems idle") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    workers.state.slot(1).concurrency.set(1);
    for (int i = 0; i < 10; ++i) {
        workers.pass(0, 1, 1000);
        workers.compare(one);
        CHECK(one.moves() == 0);
    }
}

TEST_CASE("rebalance: a full worker passes a request on to one with a place") {
    Balanced workers(3);
    Rebalancer one(workers.state, 0);
    tern::shm::WorkerCounters& mine = workers.state.slot(0);
    mine.concurrency.set(3);
    CHECK(one.slot_for(7) == -1);
    mine.application_num.set(2);
    mine.application_busy_num.set(2);
    workers.state.slot(1).concurrency.set(2);
    CHECK(one.slot_for(7) == 2);
    workers.state.slot(2).coming.store(2);
    workers.state.slot(1).request_limit.set(2);
    CHECK(one.slot_for(7) == 2);
    workers.state.slot(2).application_num.set(1);
    workers.state.slot(2).application_waiting_num.set(1);
    CHECK(one.slot_for(7) == -1);
    workers.state.slot(1).request_limit.set(0);
    CHECK(one.slot_for(7) == 1);
    workers.state.slot(1).concurrency.set(3);
    CHECK(one.slot_for(7) == -1);
}

TEST_CASE("rebalance: where all workers are full, a request waits behind fewer") {
    Balanced workers(3);
    Rebalancer one(workers.state, 0);
    for (uint32_t slot = 0; slot < 3; ++slot) workers.state.slot(slot).request_limit.set(2);
    workers.state.slot(0).concurrency.set(12);
    workers.state.slot(1).concurrency.set(9);
    workers.state.slot(2).concurrency.set(7);
    workers.state.slot(2).coming.store(2);
    CHECK(one.slot_for(7) == -1);  // nearly even is even
    workers.state.slot(2).coming.store(1);
    CHECK(one.slot_for(7) == 2);
    Rebalancer other(workers.state, 2);
    CHECK(other.slot_for(7) == -1);
}

TEST_CASE("rebalance: when a connection cannot go, nothing is tried before the next comparison") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    for (int i = 0; i < Rebalancer::kSightings; ++i) {
        workers.pass(0, 10, 500);
        workers.compare(one);
    }
    CHECK(one.slot_for(1) == -1);
    CHECK(one.slot_for(2) == 1);
    one.note_result(false);
    CHECK(one.moves() == 0);
    CHECK(one.slot_for(3) == -1);
}

TEST_CASE("rebalance: a worker that leaves after the comparison gets nothing") {
    Balanced workers(2);
    Rebalancer one(workers.state, 0);
    for (int i = 0; i < Rebalancer::kSightings; ++i) {
        workers.pass(0, 10, 500);
        workers.compare(one);
    }
    CHECK(one.slot_for(1) == -1);
    workers.state.slot(1).status.store(tern::shm::WorkerStatus::exiting);
    CHECK(one.slot_for(2) == -1);
}
