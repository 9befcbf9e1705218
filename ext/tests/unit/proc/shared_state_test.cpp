#include "proc/shared_state.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;
using tern::shm::WorkerStatus;

TEST_CASE("counts of a worker are seen by others and survive it") {
    SharedState state;
    CHECK(state.create({}, 10) == Error::invalid_params);
    REQUIRE(state.create({.events = 2}, 1000) == Error::ok);
    state.occupy(1, 0, 7);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        state.slot(1).request_count.add(3);
        state.slot(1).connection_num.increment();
        _exit(state.sessions().allocate(7, 0, {}).ok() ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    CHECK(status == 0);
    CHECK(state.slot(1).connection_num.get() == 1);
    CHECK(state.totals().request_count == 3);
    CHECK(state.slot_of(7) == 1);
    CHECK(state.sessions().owner_of(1) == 7);
    state.vacate(1);
    CHECK(state.totals().request_count == 3);
    CHECK(state.slot(1).connection_num.get() == 0);
    CHECK(state.slot_of(7) == -1);
}

TEST_CASE("the current process of a worker id is the newest that stays") {
    SharedState state;
    REQUIRE(state.create({.events = 1}, 10) == Error::ok);
    CHECK(state.current_slot(0) == -1);
    state.occupy(2, 0, 1);
    state.slot(2).status = shm::WorkerStatus::idle;
    state.occupy(0, 0, 2);  // starting
    CHECK(state.current_slot(0) == 2);
    state.slot(0).status = shm::WorkerStatus::idle;
    CHECK(state.current_slot(0) == 0);
    state.slot(2).status = shm::WorkerStatus::exiting;
    CHECK(state.current_slot(0) == 0);
    state.vacate(0);
    CHECK(state.current_slot(0) == 2);
    CHECK(state.current_slot(1) == -1);
}

TEST_CASE("counts of requests and restarts survive the worker; its levels do not") {
    SharedState state;
    REQUIRE(state.create({.events = 1}, 10) == Error::ok);
    state.occupy(0, 0, 1);
    shm::WorkerCounters& slot = state.slot(0);
    slot.http.count("GET", 200, 15);
    slot.count_turn(2000, 100'000);
    slot.heap_bytes.set(5);
    shm::PoolBoard::Pools pools{};
    slot.pools.write(pools, 1);
    state.restarts(Restart::failure).increment();
    const size_t cell = shm::HttpCells::request(0, shm::status_class_index(200));
    CHECK(state.http_totals()[cell] == 1);
    state.vacate(0);
    state.occupy(0, 0, 2);
    slot.http.count("GET", 201, 15);
    CHECK(state.http_totals()[cell] == 2);
    CHECK(state.http_totals()[shm::HttpCells::kDurationSum] == 30);
    CHECK(state.totals().loop_turn_count == 1);
    CHECK(state.totals().loop_busy_us == 2000);
    CHECK(slot.turn_peak_us.get(100'000) == 0);
    CHECK(slot.heap_bytes.get() == 0);
    CHECK(slot.pools.read(pools) == 0);
    CHECK(state.restarts(Restart::failure).get() == 1);
}
