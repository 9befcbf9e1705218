#include <cstdio>
#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "boundary/thread_state.h"

using tern::Bytes;
using tern::boundary::BlockedCall;
using tern::boundary::parse_blocked_call;

namespace {

BlockedCall parse(long number, int argument) {
    char line[128];
    const int length = std::snprintf(line, sizeof line, "%ld 0x%x 0x0 0x7ffe45901770 0x0\n", number, argument);
    return parse_blocked_call({line, static_cast<size_t>(length)});
}

}  // namespace

TEST_CASE("blocked call: its name, and the groups that make it cooperative") {
    CHECK(parse(SYS_clock_nanosleep, 0).name == std::string("clock_nanosleep"));
    CHECK(parse(SYS_clock_nanosleep, 0).groups == tern::boundary::kSleep);
    CHECK(parse(SYS_ppoll, 0).groups == tern::boundary::kAnyDescriptor);
    CHECK(parse(SYS_flock, 0).name == std::string("flock"));
    CHECK(parse(SYS_flock, 0).groups == 0);
}

TEST_CASE("blocked call: reading depends on the descriptor") {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    CHECK(parse(SYS_read, ends[0]).groups == tern::boundary::kUnix);
    close(ends[0]);
    close(ends[1]);
    REQUIRE(pipe(ends) == 0);
    CHECK(parse(SYS_read, ends[0]).groups == (tern::boundary::kStdio | tern::boundary::kProc));
    close(ends[0]);
    close(ends[1]);
    CHECK(parse(SYS_read, ends[0]).groups == 0);
}

TEST_CASE("blocked call: none") {
    CHECK(parse_blocked_call("running\n").name == nullptr);
    CHECK(parse_blocked_call("running\n").running);
    CHECK_FALSE(parse_blocked_call("999999 0x0 0x0\n").running);
    CHECK(parse_blocked_call("").name == nullptr);
    CHECK(parse_blocked_call("35").name == nullptr);
    CHECK(parse_blocked_call("-1 0x7ffe45901770 0x7f265231c9ec\n").name == nullptr);
    CHECK(parse_blocked_call("999999 0x0 0x0\n").name == nullptr);
}
