#include "shm/robust_lock.h"

#include <csignal>
#include <doctest/doctest.h>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shm/child.h"

using namespace tern;
using tern::shm::RobustLock;
using tern::shm::Taken;
using tern::shm::test::child;

namespace {

struct Shared {
    RobustLock lock;
    uint64_t plain = 0;  // protected by it
    std::atomic<int> ready{0};
};

Shared& shared() {
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    return *new (memory) Shared;
}

void await(Shared& memory, int ready) {
    while (memory.ready.load() < ready) usleep(100);
}

bool exits_well(pid_t pid) {
    int status = -1;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Takes it, says so, and dies by a signal when it is told to.
pid_t child_that_holds(Shared& memory) {
    const pid_t pid = child([&] {
        (void)memory.lock.lock();
        memory.ready.fetch_add(1);
        for (;;) pause();
    });
    await(memory, 1);
    return pid;
}

}  // namespace

TEST_CASE("a robust lock belongs to the process that took it") {
    Shared& memory = shared();
    CHECK_FALSE(memory.lock.is_mine());
    REQUIRE(memory.lock.lock() == Taken::yes);
    CHECK(memory.lock.is_mine());
    CHECK(exits_well(child([&] { _exit(memory.lock.is_mine() ? 1 : 0); })));
    memory.lock.unlock();
    CHECK_FALSE(memory.lock.is_mine());
    REQUIRE(memory.lock.lock() == Taken::yes);
    memory.lock.unlock();
}

TEST_CASE("processes that use a robust lock exclude each other") {
    constexpr int kProcesses = 4;
    constexpr int kRounds = 20'000;
    Shared& memory = shared();
    pid_t pids[kProcesses];
    for (pid_t& pid : pids) {
        pid = child([&] {
            for (int i = 0; i < kRounds; ++i) {
                if (memory.lock.lock() != Taken::yes) _exit(1);
                volatile uint64_t& plain = memory.plain;
                plain = plain + 1;
                memory.lock.unlock();
            }
        });
    }
    for (const pid_t pid : pids) CHECK(exits_well(pid));
    CHECK(memory.plain == uint64_t{kProcesses} * kRounds);
}

TEST_CASE("whoever takes the robust lock of a dead process is told, once") {
    Shared& memory = shared();
    const pid_t pid = child_that_holds(memory);
    CHECK_FALSE(memory.lock.is_abandoned());
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    CHECK(memory.lock.is_abandoned());
    CHECK(memory.lock.lock() == Taken::from_dead);
    CHECK_FALSE(memory.lock.is_abandoned());
    memory.lock.unlock();
    CHECK_FALSE(memory.lock.is_abandoned());
    CHECK(memory.lock.lock() == Taken::yes);
    memory.lock.unlock();
}

TEST_CASE("a dead process that nobody has waited for holds no robust lock") {
    Shared& memory = shared();
    const pid_t pid = child_that_holds(memory);
    kill(pid, SIGKILL);
    siginfo_t info;
    REQUIRE(waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) == 0);
    CHECK(memory.lock.lock() == Taken::from_dead);
    memory.lock.unlock();
    waitpid(pid, nullptr, 0);
}

TEST_CASE("one that dies while it repairs tells the next") {
    Shared& memory = shared();
    pid_t pid = child_that_holds(memory);
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    pid = child([&] { _exit(memory.lock.lock() == Taken::from_dead ? 0 : 1); });
    CHECK(exits_well(pid));
    CHECK(memory.lock.lock() == Taken::from_dead);
    memory.lock.unlock();
}

TEST_CASE("who waits for a robust lock gets it when its owner leaves it, and when it dies") {
    for (const bool dies : {false, true}) {
        Shared& memory = shared();
        const Taken expected = dies ? Taken::from_dead : Taken::yes;
        const pid_t owner = child([&] {
            (void)memory.lock.lock();
            memory.ready.store(1);
            await(memory, 2);
            usleep(1000);  // lets the other one wait: it passes without that, too
            if (dies) _exit(0);
            memory.lock.unlock();
        });
        await(memory, 1);
        const pid_t waiter = child([&] {
            memory.ready.store(2);
            _exit(memory.lock.lock() == expected ? 0 : 1);
        });
        CHECK(exits_well(waiter));
        CHECK(exits_well(owner));
    }
}
