// A child that is stepped through its work, instruction by instruction, by ptrace.
#pragma once

#include <csignal>
#include <doctest/doctest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tern::shm::test {

// False, said in the output: processes must not be traced here.
inline bool may_trace() {
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) _exit(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
    int status = 0;
    waitpid(pid, &status, 0);
    if (status != 0) MESSAGE("skipped: processes must not be traced here");
    return status == 0;
}

// Stopped when it is prepared; it stops by itself again behind its work.
template <class Prepare, class Work>
pid_t stopped_child(Prepare prepare, Work work) {
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        prepare();
        raise(SIGSTOP);
        work();
        raise(SIGSTOP);
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFSTOPPED(status));
    return pid;
}

// False: it has stopped of itself.
inline bool step(pid_t pid) {
    int status = 0;
    REQUIRE(ptrace(PTRACE_SINGLESTEP, pid, nullptr, nullptr) == 0);
    REQUIRE(waitpid(pid, &status, 0) == pid);
    return WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP;
}

inline void end(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
}

}  // namespace tern::shm::test
