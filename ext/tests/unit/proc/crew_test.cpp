#include "proc/crew.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;

namespace {

struct Company {
    SharedState state;
    Mailboxes boxes;
    Crew crew{state, boxes};

    Company() {
        REQUIRE(state.create({.events = 2}, 1) == Error::ok);
        REQUIRE(boxes.create(state.seat_count()) == Error::ok);
        REQUIRE(crew.open(boxes.line_fd(0)) == Error::ok);
    }

    // One that asks for a shutdown and ends.
    WorkerProcess& hire(int worker_id, int wanted_seat) {
        Result<Crew::Hired> hired = crew.hire(worker_id, wanted_seat, 1);
        REQUIRE(hired.ok());
        if (hired.value().process == nullptr)
            _exit(hired.value().seat.control.send({ControlKind::ask_shutdown, 0}) == Error::ok ? 0 : 1);
        return *hired.value().process;
    }
    static void wait_for(const WorkerProcess& process) {
        siginfo_t ended{};
        REQUIRE(waitid(P_PID, static_cast<id_t>(process.pid), &ended, WEXITED | WNOWAIT) == 0);
    }
};

}  // namespace

TEST_CASE("what a worker asked for at last is not lost with it") {
    Company company;
    Company::wait_for(company.hire(0, -1));
    const std::vector<Crew::Departed> departed = company.crew.reap();
    REQUIRE(departed.size() == 1);
    CHECK(departed[0].exit.exit_code == 0);
    REQUIRE(departed[0].unheard.size() == 1);
    CHECK(departed[0].unheard[0].kind == ControlKind::ask_shutdown);
}

TEST_CASE("what a crashed worker has not read waits for its successor: nobody else gets the seat") {
    Company company;
    Company::wait_for(company.hire(0, -1));
    const uint32_t seat = company.crew.reap()[0].exit.seat;
    REQUIRE(company.boxes.send(seat, {LetterKind::task, 1, 0}, "unread") == Error::ok);
    const WorkerProcess& other = company.hire(1, -1);
    CHECK(other.seat != seat);
    const WorkerProcess& successor = company.hire(0, static_cast<int>(seat));
    CHECK(successor.seat == seat);
    Company::wait_for(other);
    Company::wait_for(successor);
    CHECK(company.crew.reap().size() == 2);
}

TEST_CASE("the box of a seat that somebody got again is not the master's to read") {
    Company company;
    Company::wait_for(company.hire(0, -1));
    const uint32_t seat = company.crew.reap()[0].exit.seat;
    company.crew.forward_post(seat);
    const WorkerProcess& successor = company.hire(0, -1);
    REQUIRE(successor.seat == seat);
    REQUIRE(company.boxes.send(seat, {LetterKind::broadcast, 1, 0}, "for who sits there") == Error::ok);
    company.crew.deliver_post();
    CHECK_FALSE(company.boxes.empty(seat));
    Company::wait_for(successor);
    CHECK(company.crew.reap().size() == 1);
}
