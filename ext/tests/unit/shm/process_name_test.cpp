#include "shm/process_name.h"

#include <csignal>
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern::shm;

TEST_CASE("a process has one name, and its children have others") {
    const uint64_t own = this_process_name();
    CHECK(own != 0);
    CHECK((own & ~kProcessNameBits) == 0);
    CHECK(this_process_name() == own);
    CHECK_FALSE(is_dead(own));
    CHECK_FALSE(is_surely_dead(own));
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) _exit(this_process_name() == own ? 1 : 0);
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(status == 0);
}

TEST_CASE("a name whose number is used again belongs to the dead") {
    const uint64_t own = this_process_name();
    CHECK(is_dead(own ^ 1));
    CHECK_FALSE(is_surely_dead(own ^ 1));
}

TEST_CASE("the dead are dead before and after somebody has waited for them") {
    int pipes[2];
    REQUIRE(pipe(pipes) == 0);
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        const uint64_t name = this_process_name();
        _exit(write(pipes[1], &name, sizeof name) == sizeof name ? 0 : 1);
    }
    uint64_t name = 0;
    REQUIRE(read(pipes[0], &name, sizeof name) == sizeof name);
    close(pipes[0]);
    close(pipes[1]);
    siginfo_t info;
    REQUIRE(waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) == 0);
    CHECK(is_dead(name));
    CHECK_FALSE(is_surely_dead(name));
    waitpid(pid, nullptr, 0);
    CHECK(is_dead(name));
    CHECK(is_surely_dead(name));
}
