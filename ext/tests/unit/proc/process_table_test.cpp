#include "proc/process_table.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;

namespace {

struct Company {
    SharedState state;
    Inboxes boxes;
    ProcessTable process_table{state, boxes};

    Company() {
        REQUIRE(state.create({.events = 2}, 1) == Error::ok);
        REQUIRE(boxes.create(state.slot_count()) == Error::ok);
        REQUIRE(process_table.open(boxes.line_fd(0)) == Error::ok);
    }

    // One that sends a message and ends.
    WorkerProcess& spawn(int worker_id, int wanted_slot, ControlMessage last = {ControlKind::ask_shutdown, 0}) {
        Result<ProcessTable::Spawned> spawned = process_table.spawn(worker_id, wanted_slot, 1);
        REQUIRE(spawned.ok());
        if (spawned.value().process == nullptr) _exit(spawned.value().identity.control.send(last) == Error::ok ? 0 : 1);
        return *spawned.value().process;
    }
    static void wait_for(const WorkerProcess& process) {
        siginfo_t ended{};
        REQUIRE(waitid(P_PID, static_cast<id_t>(process.pid), &ended, WEXITED | WNOWAIT) == 0);
    }
};

}  // namespace

TEST_CASE("what a worker asked for at last is not lost with it") {
    Company company;
    Company::wait_for(company.spawn(0, -1));
    const std::vector<ProcessTable::Departed> departed = company.process_table.reap();
    REQUIRE(departed.size() == 1);
    CHECK(departed[0].exit.exit_code == 0);
    REQUIRE(departed[0].unread.size() == 1);
    CHECK(departed[0].unread[0].kind == ControlKind::ask_shutdown);
}

TEST_CASE("a worker that was ready and ended at once has started; one that stands in for its program has not") {
    Company company;
    for (const int stands_in : {0, 1}) {
        Company::wait_for(company.spawn(0, -1, {ControlKind::ready, stands_in}));
        const std::vector<ProcessTable::Departed> departed = company.process_table.reap();
        REQUIRE(departed.size() == 1);
        CHECK(departed[0].exit.was_ready == (stands_in == 0));
        CHECK(departed[0].process.phase == (stands_in == 0 ? WorkerPhase::serving : WorkerPhase::starting));
    }
}

TEST_CASE("what a crashed worker has not read waits for its successor: nobody else gets the slot") {
    Company company;
    Company::wait_for(company.spawn(0, -1));
    const uint32_t slot = company.process_table.reap()[0].exit.slot;
    REQUIRE(company.boxes.send(slot, {MessageKind::task, 1, 0}, "unread") == Error::ok);
    const WorkerProcess& other = company.spawn(1, -1);
    CHECK(other.slot != slot);
    const WorkerProcess& successor = company.spawn(0, static_cast<int>(slot));
    CHECK(successor.slot == slot);
    Company::wait_for(other);
    Company::wait_for(successor);
    CHECK(company.process_table.reap().size() == 2);
}

TEST_CASE("the box of a slot that somebody got again is not the master's to read") {
    Company company;
    Company::wait_for(company.spawn(0, -1));
    const uint32_t slot = company.process_table.reap()[0].exit.slot;
    company.process_table.forward_orphans(slot);
    const WorkerProcess& successor = company.spawn(0, -1);
    REQUIRE(successor.slot == slot);
    REQUIRE(company.boxes.send(slot, {MessageKind::broadcast, 1, 0}, "for who sits there") == Error::ok);
    company.process_table.deliver_orphans();
    CHECK_FALSE(company.boxes.empty(slot));
    Company::wait_for(successor);
    CHECK(company.process_table.reap().size() == 1);
}
