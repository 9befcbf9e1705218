#include "net/idle_socket.h"

#include <doctest/doctest.h>
#include <initializer_list>
#include <sys/socket.h>
#include <unistd.h>

using namespace tern::net;

TEST_CASE("an idle socket is quiet until something arrives or it ends") {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    const int64_t name = name_socket(ends[0]);
    CHECK(name != 0);
    CHECK(is_quiet(name));
    REQUIRE(write(ends[1], "x", 1) == 1);
    CHECK_FALSE(is_quiet(name));
    char byte;
    REQUIRE(read(ends[0], &byte, 1) == 1);
    CHECK(is_quiet(name));
    close(ends[1]);
    CHECK_FALSE(is_quiet(name));
    close(ends[0]);
}

TEST_CASE("another socket of the same number is not the same socket") {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    const int64_t name = name_socket(ends[0]);
    int others[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, others) == 0);
    REQUIRE(dup2(others[0], ends[0]) == ends[0]);
    CHECK_FALSE(is_quiet(name));
    CHECK(is_quiet(name_socket(ends[0])));
    for (int fd : {ends[0], ends[1], others[0], others[1]}) close(fd);
    CHECK_FALSE(is_quiet(name));
    CHECK(name_socket(-1) == 0);
    CHECK(name_socket(ends[0]) == 0);
    CHECK_FALSE(is_quiet(0));
}
