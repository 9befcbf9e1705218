#include "proc/crew.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;

TEST_CASE("what a worker asked for at last is not lost with it") {
    SharedState state;
    Mailboxes boxes;
    REQUIRE(state.create({.events = 1}, 1) == Error::ok);
    REQUIRE(boxes.create(state.seat_count()) == Error::ok);
    Crew crew(state, boxes);
    REQUIRE(crew.open(boxes.line_fd(0)) == Error::ok);
    Result<Crew::Hired> hired = crew.hire(0, -1, 1);
    REQUIRE(hired.ok());
    if (hired.value().process == nullptr) {
        _exit(hired.value().seat.control.send({ControlKind::ask_shutdown, 0}) == Error::ok ? 0 : 1);
    }
    siginfo_t ended{};
    REQUIRE(waitid(P_PID, static_cast<id_t>(hired.value().process->pid), &ended, WEXITED | WNOWAIT) == 0);
    const std::vector<Crew::Departed> departed = crew.reap();
    REQUIRE(departed.size() == 1);
    CHECK(departed[0].exit.exit_code == 0);
    REQUIRE(departed[0].unheard.size() == 1);
    CHECK(departed[0].unheard[0].kind == ControlKind::ask_shutdown);
}
