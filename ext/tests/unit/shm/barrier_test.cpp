// Waiters of several processes, some of which die.
#include "shm/barrier.h"

#include <csignal>
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <vector>

#include "shm/child.h"
#include "shm/mapping.h"

using namespace tern;
using namespace tern::shm;

namespace {

struct BarrierFixture {
    Mapping memory;
    Barrier* barrier = nullptr;

    explicit BarrierFixture(uint32_t waiters) {
        REQUIRE(memory.create(Barrier::bytes_for(waiters)) == Error::ok);
        barrier = reinterpret_cast<Barrier*>(memory.data());
    }
};

void reap(const std::vector<pid_t>& pids) {
    for (const pid_t pid : pids) waitpid(pid, nullptr, 0);
}

}  // namespace

TEST_CASE("a barrier releases its waiters together, round after round") {
    BarrierFixture fixture(4);
    std::vector<pid_t> pids;
    for (int i = 0; i < 3; ++i) {
        pids.push_back(test::child([&] {
            for (int round = 0; round < 200; ++round) fixture.barrier->finish(fixture.barrier->arrive(4));
        }));
    }
    for (int round = 0; round < 200; ++round) fixture.barrier->finish(fixture.barrier->arrive(4));
    reap(pids);
    const Barrier::Ticket one = fixture.barrier->arrive(4);
    CHECK(!fixture.barrier->try_finish(one));
    fixture.barrier->leave(one);
    for (int i = 0; i < 3; ++i) CHECK(!fixture.barrier->try_finish(fixture.barrier->arrive(4)));
    const Barrier::Ticket last = fixture.barrier->arrive(4);
    CHECK(fixture.barrier->try_finish(last));
}

TEST_CASE("waiters of a barrier that die do not count, reaped or not") {
    BarrierFixture fixture(3);
    for (int i = 0; i < 2; ++i) {
        const pid_t pid = test::child([&] { (void)fixture.barrier->arrive(3); });
        siginfo_t info;
        REQUIRE(waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) == 0);
        if (i == 0) waitpid(pid, nullptr, 0);
    }
    const Barrier::Ticket first = fixture.barrier->arrive(3);
    CHECK(!fixture.barrier->try_finish(first));
    const Barrier::Ticket second = fixture.barrier->arrive(3);
    CHECK(!fixture.barrier->try_finish(second));
    CHECK(fixture.barrier->try_finish(fixture.barrier->arrive(3)));
    CHECK(fixture.barrier->try_finish(first));
    while (waitpid(-1, nullptr, 0) > 0) continue;
}
