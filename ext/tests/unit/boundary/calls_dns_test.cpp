#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <doctest/doctest.h>
#include <netdb.h>
#include <resolv.h>
#include <string>
#include <type_traits>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/gate.h"
#include "boundary/host_entry.h"
#include "coro/strand.h"

using tern::boundary::Boundary;
using tern::boundary::Permit;
using tern::coro::Strand;

namespace calls = tern::boundary::calls;

namespace {

// A thread with a loop, coroutines and threads; calls are made directly.
struct DnsRig {
    DnsRig() {
        REQUIRE(loop.open() == tern::Error::ok);
        times_canceled = 0;
        tern::boundary::of_thread = &boundary;
    }
    ~DnsRig() { tern::boundary::of_thread = nullptr; }
    void run() {
        while (loop.alive()) REQUIRE(loop.turn(-1) == tern::Error::ok);
    }

    tern::loop::Loop loop;
    tern::coro::Scheduler scheduler{loop};
    tern::loop::Offload offload{loop};
    static inline int times_canceled = 0;
    Boundary boundary{.scheduler = scheduler,
                      .offload = &offload,
                      .groups = UINT32_MAX,
                      .ask = [] { return Permit::suspend; },
                      .on_canceled = [] { ++times_canceled; },
                      .on_busy = nullptr,
                      .caller_owns_protocol = [] { return true; },
                      .kinds = {},
                      .cut = {}};
};

// Answers one question: no such name.
struct NameServer {
    NameServer() : fd(socket(AF_INET, SOCK_DGRAM, 0)) {
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        REQUIRE(bind(fd, reinterpret_cast<sockaddr*>(&address), length) == 0);
        REQUIRE(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length) == 0);
    }
    ~NameServer() { close(fd); }
    void wait_for_question() {
        socklen_t length = sizeof from;
        got = recvfrom(fd, message, sizeof message, 0, reinterpret_cast<sockaddr*>(&from), &length);
        REQUIRE(got > 12);
    }
    void answer(unsigned char code) {
        const socklen_t length = sizeof from;
        message[2] |= 0x80;
        message[3] = static_cast<unsigned char>(0x80 | code);
        REQUIRE(sendto(fd, message, static_cast<size_t>(got), 0, reinterpret_cast<sockaddr*>(&from), length) == got);
    }

    int fd;
    sockaddr_in address{};
    sockaddr_in from{};
    unsigned char message[512];
    ssize_t got = 0;
};

using State = std::remove_pointer_t<res_state>;

void point_to(State& state, const NameServer& server) {
    REQUIRE(res_ninit(&state) == 0);
    state.nscount = 1;
    state.nsaddr_list[0] = server.address;
    state.retry = 1;
}

}  // namespace

TEST_CASE("boundary: res_nquery asks the servers of its caller's resolver, on a thread") {
    DnsRig rig;
    NameServer server;
    int result = 0;
    int error = 0;
    State state{};
    Strand strand(rig.scheduler, [&] {
        unsigned char answer[512];
        point_to(state, server);
        result = calls::dns_nquery(&state, "name.example", 1, 1, answer, sizeof answer);
        error = state.res_h_errno;
        CHECK(h_errno == error);
        res_nclose(&state);
    });
    rig.scheduler.start(strand);
    CHECK_FALSE(strand.ended());
    server.wait_for_question();
    int expected = HOST_NOT_FOUND;
    SUBCASE("no such name") { server.answer(3); }
    SUBCASE("a name without addresses") {
        server.answer(0);
        expected = NO_DATA;
    }
    rig.run();
    CHECK(result == -1);
    CHECK(error == expected);
}

TEST_CASE("boundary: a question that is cancelled leaves nothing of its caller's to the thread") {
    DnsRig rig;
    NameServer server;
    Strand strand(rig.scheduler, [&] {
        State state{};
        unsigned char answer[512];
        point_to(state, server);
        CHECK(calls::dns_nquery(&state, "name.example", 1, 1, answer, sizeof answer) == -1);
        CHECK(state.res_h_errno == TRY_AGAIN);
        CHECK(errno == ECANCELED);
        res_nclose(&state);
    });
    rig.scheduler.start(strand);
    server.wait_for_question();
    CHECK(rig.scheduler.cancel(strand) == tern::Error::ok);
    CHECK(strand.ended());
    CHECK(rig.times_canceled == 1);
    server.answer(3);
}

TEST_CASE("boundary: names come back in the caller's memory, or in the call's own") {
    DnsRig rig;
    Strand strand(rig.scheduler, [&] {
        const uint32_t loopback = htonl(INADDR_LOOPBACK);
        hostent* own = calls::gethostbyname("localhost");
        REQUIRE(own != nullptr);
        CHECK(std::memcmp(own->h_addr_list[0], &loopback, sizeof loopback) == 0);
        CHECK(calls::gethostbyname2("localhost", AF_INET) == own);
        CHECK(calls::gethostbyaddr(&loopback, sizeof loopback, AF_INET) != nullptr);
        hostent entry{};
        hostent* found = nullptr;
        int error = 0;
        char small[16];
        CHECK(calls::gethostbyname_r("localhost", &entry, small, sizeof small, &found, &error) == ERANGE);
        CHECK(found == nullptr);
        CHECK(error == NETDB_INTERNAL);
        char room[1024];
        CHECK(calls::gethostbyname2_r("localhost", AF_INET, &entry, room + 1, sizeof room - 1, &found, &error) == 0);
        CHECK(found == &entry);
        CHECK(entry.h_name >= room);
        CHECK(entry.h_name < room + sizeof room);
        CHECK(calls::gethostbyaddr_r(&loopback, sizeof loopback, AF_INET, &entry, room, sizeof room, &found, &error) ==
              0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = loopback;
        char name[NI_MAXHOST];
        char service[NI_MAXSERV];
        CHECK(calls::getnameinfo(reinterpret_cast<sockaddr*>(&address), sizeof address, name, sizeof name, service,
                                 sizeof service, NI_NUMERICSERV) == 0);
        CHECK(std::string(service) == "0");
        CHECK(calls::getnameinfo(reinterpret_cast<sockaddr*>(&address), sizeof address, name, 2, nullptr, 0, 0) ==
              EAI_OVERFLOW);
        addrinfo hints{};
        hints.ai_socktype = SOCK_DGRAM;
        addrinfo* list = nullptr;
        CHECK(calls::getaddrinfo("localhost", "53", &hints, &list) == 0);
        REQUIRE(list != nullptr);
        CHECK(list->ai_socktype == SOCK_DGRAM);
        freeaddrinfo(list);
        hints.ai_socktype = 4711;
        CHECK(calls::getaddrinfo("localhost", "53", &hints, &list) != 0);
    });
    rig.scheduler.start(strand);
    CHECK_FALSE(strand.ended());
    rig.run();
    CHECK(strand.ended());
}

TEST_CASE("boundary: a host is copied with its aliases and addresses, wherever the memory begins") {
    char name[] = "name";
    char alias[] = "alias";
    char* aliases[] = {alias, nullptr};
    char first[] = {1, 2, 3, 4};
    char second[] = {5, 6, 7, 8};
    char* addresses[] = {first, second, nullptr};
    const hostent from{name, aliases, AF_INET, 4, addresses};
    for (size_t misplaced = 0; misplaced < alignof(char*); ++misplaced) {
        std::string memory(misplaced + tern::boundary::bytes_of_host(from), '\0');
        hostent into{};
        tern::boundary::copy_host(from, into, memory.data() + misplaced);
        CHECK(std::string(into.h_name) == "name");
        CHECK(std::string(into.h_aliases[0]) == "alias");
        CHECK(into.h_aliases[1] == nullptr);
        CHECK(std::memcmp(into.h_addr_list[1], second, 4) == 0);
        CHECK(into.h_addr_list[2] == nullptr);
        CHECK(into.h_name + 5 <= memory.data() + memory.size());
    }
}

TEST_CASE("boundary: waitid waits, and tells how the child ended") {
    DnsRig rig;
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t pid = fork();
    if (pid == 0) {
        char byte;
        close(ends[1]);
        _exit(read(ends[0], &byte, 1) == 0 ? 5 : 6);
    }
    siginfo_t info{};
    Strand strand(rig.scheduler, [&] { CHECK(calls::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED) == 0); });
    rig.scheduler.start(strand);
    CHECK_FALSE(strand.ended());
    close(ends[1]);
    close(ends[0]);
    rig.run();
    CHECK(info.si_pid == pid);
    CHECK(info.si_status == 5);
}
