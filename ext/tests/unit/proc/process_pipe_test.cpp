#include "proc/process_pipe.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;

TEST_CASE("a child whose parent has ended before it could look knows it") {
    ProcessPipe pipe;
    REQUIRE(pipe.open(ProcessPipe::Kind::stream, 4096) == Error::ok);
    const pid_t parent = fork();
    REQUIRE(parent >= 0);
    if (parent == 0) _exit(0);
    REQUIRE(waitpid(parent, nullptr, 0) == parent);
    CHECK_FALSE(pipe.peer_has_ended());
    pipe.become_child(parent);
    CHECK(pipe.peer_has_ended());
    pipe.become_child(0);
    CHECK_FALSE(pipe.peer_has_ended());
}

TEST_CASE("the end of a child is told to who reads and to who writes") {
    ProcessPipe pipe;
    REQUIRE(pipe.open(ProcessPipe::Kind::datagram, 4096) == Error::ok);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) _exit(0);
    pipe.set_peer(child);
    CHECK(pipe.reader_peer() >= 0);
    CHECK(pipe.writer_peer() >= 0);
    CHECK(pipe.reader_peer() != pipe.writer_peer());
    REQUIRE(waitpid(child, nullptr, 0) == child);
    CHECK(pipe.peer_has_ended());
}
