// A process of its own that does what a test says and ends.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

namespace tern::shm::test {

template <class Body>
pid_t child(Body body) {
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid != 0) return pid;
    body();
    _exit(0);
}

}  // namespace tern::shm::test
