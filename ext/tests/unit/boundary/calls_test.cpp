#include "boundary/calls.h"

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <set>
#include <string>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/fd.h"
#include "boundary/gate.h"
#include "coro/strand.h"

using tern::boundary::Boundary;
using tern::boundary::Permit;
using tern::coro::Strand;

namespace {

// The probe's calls, by name.
struct Probe {
    Probe() : library(dlopen(TERN_PROBE, RTLD_NOW)) { REQUIRE(library != nullptr); }
    ~Probe() { dlclose(library); }
    template <class Function>
    Function* call(const char* name) const {
        return reinterpret_cast<Function*>(dlsym(library, name));
    }
    void* library;
};

Permit permit = Permit::suspend;
int times_canceled = 0;
int busy_fd = -1;
bool caller_owns_protocol = true;

// A thread with a loop, coroutines, and replaced calls.
struct Rig {
    Rig() {
        REQUIRE(loop.open() == tern::Error::ok);
        permit = Permit::suspend;
        times_canceled = 0;
        busy_fd = -1;
        caller_owns_protocol = true;
        tern::boundary::of_thread = &boundary;
        tern::boundary::replace_calls();
    }
    ~Rig() {
        tern::boundary::restore_calls();
        tern::boundary::of_thread = nullptr;
    }
    void run() {
        while (loop.alive()) REQUIRE(loop.turn(-1) == tern::Error::ok);
    }

    Probe probe;
    tern::loop::Loop loop;
    tern::coro::Scheduler scheduler{loop};
    Boundary boundary{.scheduler = scheduler,
                      .groups = UINT32_MAX,
                      .ask = [] { return permit; },
                      .on_canceled = [] { ++times_canceled; },
                      .on_busy = [](int fd, tern::coro::Coroutine&) { busy_fd = fd; },
                      .caller_owns_protocol = [] { return caller_owns_protocol; },
                      .kinds = {},
                      .cut = {}};
};

struct Pair {
    explicit Pair(int type = SOCK_STREAM) { REQUIRE(socketpair(AF_UNIX, type, 0, ends) == 0); }
    ~Pair() {
        close(ends[0]);
        close(ends[1]);
    }
    int ends[2];
};

std::set<std::string> probe_uses(tern::boundary::Way way) {
    std::vector<tern::boundary::Use> uses(tern::boundary::list_replaced({}));
    REQUIRE(tern::boundary::list_replaced(uses) == uses.size());
    std::set<std::string> calls;
    for (const auto& use : uses) {
        if (use.way == way && std::string(use.object).ends_with("probe.so")) calls.insert(use.call);
    }
    return calls;
}

using Recv = ssize_t(int, void*, size_t, int);
using Send = ssize_t(int, const void*, size_t);
using Poll = int(pollfd*, nfds_t, int);

}  // namespace

TEST_CASE("boundary: every way to call is redirected, in read-only tables too, and put back") {
    Probe probe;
    auto sleep = probe.call<int (*())(useconds_t)>("probe_taken_sleep");
    auto table = probe.call<void*>("probe_operations");
    void* real = *table;
    const auto before = sleep();
    tern::boundary::replace_calls();
    CHECK(reinterpret_cast<void*>(sleep()) == reinterpret_cast<void*>(tern::boundary::calls::usleep));
    CHECK(*table == reinterpret_cast<void*>(tern::boundary::calls::recv));
    using tern::boundary::Way;
    CHECK(probe_uses(Way::redirected) ==
          std::set<std::string>{"accept", "close", "connect", "poll", "read", "recv", "send", "usleep", "write"});
    CHECK(probe_uses(Way::not_redirected) == std::set<std::string>{"fsync"});
    CHECK(probe_uses(Way::system_call) == std::set<std::string>{"syscall"});
    tern::boundary::restore_calls();
    CHECK((sleep() == before));
    CHECK(*table == real);
}

TEST_CASE("boundary: objects that are loaded later are redirected when somebody looks") {
    tern::boundary::replace_calls();
    Probe probe;
    auto sleep = probe.call<int (*())(useconds_t)>("probe_taken_sleep");
    tern::boundary::replace_calls();
    CHECK(reinterpret_cast<void*>(sleep()) == reinterpret_cast<void*>(tern::boundary::calls::usleep));
    tern::boundary::restore_calls();
}

TEST_CASE("boundary: sleepers sleep together; outside of coroutines nothing changes") {
    Rig rig;
    auto sleep = rig.probe.call<int(useconds_t)>("probe_usleep");
    std::string order;
    Strand late(rig.scheduler, [&] {
        CHECK(sleep(20'000) == 0);
        order += "late";
    });
    Strand early(rig.scheduler, [&] {
        CHECK(sleep(1000) == 0);
        order += "early ";
    });
    rig.scheduler.start(late);
    rig.scheduler.start(early);
    CHECK(order.empty());
    CHECK(sleep(100) == 0);
    CHECK(order.empty());
    rig.run();
    CHECK(order == "early late");
}

TEST_CASE("boundary: where the engine says no, or the group is off, the real call runs") {
    Rig rig;
    auto sleep = rig.probe.call<int(useconds_t)>("probe_usleep");
    int result = 1;
    Strand strand(rig.scheduler, [&] { result = sleep(100); });
    SUBCASE("block") { permit = Permit::block; }
    SUBCASE("off") { rig.boundary.groups = ~tern::boundary::kSleep; }
    SUBCASE("another thread's") { tern::boundary::of_thread = nullptr; }
    rig.scheduler.start(strand);
    CHECK(strand.ended());
    CHECK(result == 0);
}

TEST_CASE("boundary: recv waits, keeps its flags, and is over when cancelled") {
    Rig rig;
    auto receive = rig.probe.call<Recv>("probe_recv");
    Pair pair;
    std::string log;
    Strand strand(rig.scheduler, [&] {
        char block[8];
        CHECK(receive(pair.ends[0], block, sizeof block, MSG_DONTWAIT) == -1);
        CHECK(errno == EAGAIN);
        log += "wait ";
        CHECK(receive(pair.ends[0], block, sizeof block, 0) == 2);
        log += "two ";
        CHECK(receive(pair.ends[0], block, sizeof block, MSG_WAITALL) == 8);
        log += "all ";
        CHECK(receive(pair.ends[0], block, sizeof block, 0) == -1);
        CHECK(errno == ECANCELED);
        log += "canceled ";
        timeval limit{0, 1000};
        setsockopt(pair.ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        CHECK(receive(pair.ends[0], block, sizeof block, 0) == -1);
        CHECK(errno == EAGAIN);
        log += "late ";
        fcntl(pair.ends[0], F_SETFL, O_NONBLOCK);
        CHECK(receive(pair.ends[0], block, sizeof block, 0) == -1);
        CHECK(errno == EAGAIN);
    });
    rig.scheduler.start(strand);
    CHECK(log == "wait ");
    REQUIRE(write(pair.ends[1], "ab", 2) == 2);
    REQUIRE(rig.loop.turn(-1) == tern::Error::ok);
    CHECK(log == "wait two ");
    for (const char* part : {"abc", "de", "fgh"}) {
        CHECK(log == "wait two ");
        REQUIRE(write(pair.ends[1], part, strlen(part)) > 0);
        REQUIRE(rig.loop.turn(-1) == tern::Error::ok);
    }
    CHECK(log == "wait two all ");
    CHECK(rig.scheduler.cancel(strand) == tern::Error::ok);
    CHECK(times_canceled == 1);
    rig.run();
    CHECK(log == "wait two all canceled late ");
    CHECK(strand.ended());
}

TEST_CASE("boundary: whoever polls, is cancelled and reads without looking fails; nobody else does") {
    Rig rig;
    auto poll = rig.probe.call<Poll>("probe_poll");
    auto receive = rig.probe.call<Recv>("probe_recv");
    auto close_call = rig.probe.call<int(int)>("probe_close");
    Pair pair;
    Pair other(SOCK_STREAM | SOCK_NONBLOCK);
    const int fd = pair.ends[0];
    fcntl(fd, F_SETFL, O_NONBLOCK);
    auto error_of_receive = [&] {
        char byte;
        return receive(fd, &byte, 1, 0) < 0 ? errno : 0;
    };
    bool reused = false;
    bool left = false;
    SUBCASE("at once") {}
    SUBCASE("another socket has its number") { reused = true; }
    SUBCASE("something else happened") { left = true; }
    Strand strand(rig.scheduler, [&] {
        pollfd one{fd, POLLIN, 0};
        CHECK(poll(&one, 1, -1) == -1);
        CHECK(errno == ECANCELED);
        if (left) (void)rig.scheduler.suspend(tern::coro::Wait::yield, tern::coro::Deadline::never());
        if (reused) {
            CHECK(close_call(fd) == 0);
            REQUIRE(dup2(other.ends[0], fd) == fd);
        }
        CHECK(error_of_receive() == (reused || left ? EAGAIN : ECANCELED));
        CHECK(error_of_receive() == EAGAIN);
    });
    rig.scheduler.start(strand);
    CHECK(rig.scheduler.cancel(strand) == tern::Error::ok);
    if (left) CHECK(error_of_receive() == EAGAIN);  // another's
    if (left) rig.scheduler.resume(strand, tern::coro::Wake::resumed);
    CHECK(strand.ended());
}

TEST_CASE("boundary: a blocking send is over when all is sent, on sockets and on pipes") {
    Rig rig;
    constexpr size_t kBytes = 1 << 20;
    Pair pair;
    int to = pair.ends[0];
    int from = pair.ends[1];
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    auto put = rig.probe.call<Send>("probe_send");
    SUBCASE("send") {}
    SUBCASE("write") { put = rig.probe.call<Send>("probe_write"); }
    SUBCASE("pipe") {
        put = rig.probe.call<Send>("probe_write");
        from = pipe_ends[0];
        to = pipe_ends[1];
    }
    auto take = rig.probe.call<ssize_t(int, void*, size_t)>("probe_read");
    std::string sent(kBytes, 'x');
    for (size_t i = 0; i < kBytes; ++i) sent[i] = static_cast<char>('a' + i % 23);
    std::string received;
    Strand sender(rig.scheduler, [&] { CHECK(put(to, sent.data(), kBytes) == ssize_t{kBytes}); });
    Strand receiver(rig.scheduler, [&] {
        char block[8192];
        while (received.size() < kBytes) {
            const ssize_t got = take(from, block, sizeof block);
            REQUIRE(got > 0);
            received.append(block, static_cast<size_t>(got));
        }
    });
    rig.scheduler.start(sender);
    CHECK_FALSE(sender.ended());
    rig.scheduler.start(receiver);
    rig.run();
    CHECK(sender.ended());
    CHECK(received == sent);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

TEST_CASE("boundary: poll tells what is ready, how long it took, and what was closed") {
    Rig rig;
    auto poll = rig.probe.call<Poll>("probe_poll");
    Pair pair;
    Pair other;
    std::string log;
    Strand strand(rig.scheduler, [&] {
        pollfd both[] = {{pair.ends[0], POLLIN, 0}, {other.ends[0], POLLIN, 0}};
        CHECK(poll(both, 1, 0) == 0);
        CHECK(poll(both, 1, 5) == 0);
        CHECK(poll(nullptr, 0, 1) == 0);
        log += "late ";
        CHECK(poll(both, 2, -1) == 1);
        CHECK(both[0].revents == 0);
        CHECK(both[1].revents == POLLIN);
        log += "two ";
        CHECK(poll(both, 1, 10'000) == 1);
        CHECK(both[0].revents == POLLIN);
        log += "one ";
        char block[8];
        CHECK(read(pair.ends[0], block, sizeof block) == 1);
        CHECK(poll(both, 1, -1) == -1);
        CHECK(errno == ECANCELED);
    });
    rig.scheduler.start(strand);
    while (log.empty()) REQUIRE(rig.loop.turn(-1) == tern::Error::ok);
    REQUIRE(write(other.ends[1], "x", 1) == 1);
    REQUIRE(rig.loop.turn(-1) == tern::Error::ok);
    REQUIRE(write(pair.ends[1], "x", 1) == 1);
    REQUIRE(rig.loop.turn(-1) == tern::Error::ok);
    CHECK(log == "late two one ");
    CHECK(rig.scheduler.cancel(strand) == tern::Error::ok);
    CHECK(strand.ended());
}

TEST_CASE("boundary: epoll_pwait2 waits for an event, and for its time") {
    namespace calls = tern::boundary::calls;
    Rig rig;
    Pair pair;
    tern::Fd poller(epoll_create1(EPOLL_CLOEXEC));
    epoll_event wanted{EPOLLIN, {}};
    REQUIRE(epoll_ctl(poller.get(), EPOLL_CTL_ADD, pair.ends[0], &wanted) == 0);
    const timespec long_time{10, 0};
    const timespec short_time{0, 1'000'000};
    std::string log;
    Strand strand(rig.scheduler, [&] {
        epoll_event found{};
        CHECK(calls::epoll_pwait2(poller.get(), &found, 1, &short_time, nullptr) == 0);
        log += "nothing ";
        CHECK(calls::epoll_pwait2(poller.get(), &found, 1, &long_time, nullptr) == 1);
        log += "event";
    });
    rig.scheduler.start(strand);
    CHECK(log.empty());
    while (log.empty()) REQUIRE(rig.loop.turn(-1) == tern::Error::ok);
    REQUIRE(write(pair.ends[1], "x", 1) == 1);
    rig.run();
    CHECK(log == "nothing event");
}

TEST_CASE("boundary: copies within the kernel are refused where they would not be cooperative") {
    namespace calls = tern::boundary::calls;
    Rig rig;
    Pair pair;
    tern::Fd file(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    tern::Fd copy(memfd_create("copy", MFD_CLOEXEC));
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    Strand strand(rig.scheduler, [&] {
        CHECK(calls::sendfile(pair.ends[1], file.get(), nullptr, 10) == -1);
        CHECK(errno == EINVAL);
        CHECK(calls::splice(pair.ends[0], nullptr, ends[1], nullptr, 10, 0) == -1);
        CHECK(errno == EINVAL);
        CHECK(calls::sendfile(copy.get(), file.get(), nullptr, 10) == 10);
    });
    rig.scheduler.start(strand);
    CHECK(strand.ended());
    CHECK(calls::sendfile(pair.ends[1], file.get(), nullptr, 10) == 10);
    CHECK(calls::splice(pair.ends[0], nullptr, ends[1], nullptr, 10, 0) == 10);
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("boundary: two coroutines on one descriptor: the second fails with EBUSY; close ends the first") {
    Rig rig;
    auto receive = rig.probe.call<Recv>("probe_recv");
    auto close = rig.probe.call<int(int)>("probe_close");
    Pair pair;
    int error = 0;
    Strand first(rig.scheduler, [&] {
        char byte;
        CHECK(receive(pair.ends[0], &byte, 1, 0) == -1);
        error = errno;
    });
    Strand second(rig.scheduler, [&] {
        char byte;
        CHECK(receive(pair.ends[0], &byte, 1, 0) == -1);
        CHECK(errno == EBUSY);
    });
    rig.scheduler.start(first);
    rig.scheduler.start(second);
    CHECK(second.ended());
    CHECK(busy_fd == pair.ends[0]);
    const int fd = dup(pair.ends[1]);
    CHECK(close(pair.ends[0]) == 0);
    CHECK(error == 0);
    rig.run();
    CHECK(error == EBADF);
    pair.ends[0] = fd;
}

TEST_CASE("boundary: a wait that is given up closes the connection of a library, not of the program") {
    for (const bool own : {false, true}) {
        Rig rig;
        caller_owns_protocol = own;
        auto receive = rig.probe.call<Recv>("probe_recv");
        Pair pair;
        Strand strand(rig.scheduler, [&] {
            char byte;
            CHECK(receive(pair.ends[0], &byte, 1, 0) == -1);
            CHECK(errno == ECANCELED);
        });
        rig.scheduler.start(strand);
        CHECK(rig.scheduler.cancel(strand) == tern::Error::ok);
        CHECK(strand.ended());
        char byte;
        CHECK(recv(pair.ends[1], &byte, 1, MSG_DONTWAIT) == (own ? -1 : 0));
        CHECK(send(pair.ends[1], "x", 1, MSG_DONTWAIT | MSG_NOSIGNAL) == (own ? 1 : -1));
    }
}

TEST_CASE(
    "boundary: who comes second to a library's connection ends what can be asked on it, not the first one's wait") {
    Rig rig;
    caller_owns_protocol = false;
    auto receive = rig.probe.call<Recv>("probe_recv");
    Pair pair;
    char byte = 0;
    Strand first(rig.scheduler, [&] { CHECK(receive(pair.ends[0], &byte, 1, 0) == 1); });
    Strand second(rig.scheduler, [&] {
        char unread;
        CHECK(receive(pair.ends[0], &unread, 1, 0) == -1);
    });
    rig.scheduler.start(first);
    rig.scheduler.start(second);
    CHECK(send(pair.ends[0], "x", 1, MSG_NOSIGNAL) == -1);
    CHECK(send(pair.ends[1], "y", 1, 0) == 1);
    rig.run();
    CHECK(byte == 'y');
}

TEST_CASE("boundary: accept and connect meet, on TCP and on a full unix backlog") {
    Rig rig;
    auto connect = rig.probe.call<int(int, const sockaddr*, socklen_t)>("probe_connect");
    auto accept = rig.probe.call<int(int)>("probe_accept");
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    socklen_t length = sizeof(sa_family_t);
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(bind(listener, reinterpret_cast<sockaddr*>(&name), length) == 0);  // a name of the system's choice
    length = sizeof name;
    getsockname(listener, reinterpret_cast<sockaddr*>(&name), &length);
    REQUIRE(listen(listener, 0) == 0);
    int accepted = 0;
    int connected = 0;
    int clients[4];
    Strand server(rig.scheduler, [&] {
        for (; accepted < 4; ++accepted) {
            const int fd = accept(listener);
            CHECK(fd >= 0);
            close(fd);
        }
    });
    std::vector<std::unique_ptr<Strand>> strands;
    for (int& fd : clients) {
        fd = socket(AF_UNIX, SOCK_STREAM, 0);
        strands.push_back(std::make_unique<Strand>(rig.scheduler, [&] {
            CHECK(connect(fd, reinterpret_cast<sockaddr*>(&name), length) == 0);
            ++connected;
        }));
    }
    for (auto& strand : strands) rig.scheduler.start(*strand);
    CHECK(connected < 4);
    rig.scheduler.start(server);
    rig.run();
    CHECK(connected == 4);
    CHECK(accepted == 4);
    for (int fd : clients) close(fd);
    close(listener);
}

TEST_CASE("boundary: what a replaced call costs outside of coroutines" * doctest::skip()) {
    Rig rig;
    auto replaced = rig.probe.call<Send>("probe_send");
    // The best of many short runs: what both share is a system call, whose time varies by more than what is measured.
    constexpr int kRuns = 400;
    constexpr int kTimes = 20'000;
    const auto time = [&](Send* call) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < kTimes; ++i) (void)call(-1, nullptr, 0);
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
        return took.count() / kTimes;
    };
    double ours = 1e9;
    double direct = 1e9;
    for (int i = 0; i < kRuns; ++i) {
        ours = std::min(ours, time(replaced));
        tern::boundary::restore_calls();
        direct = std::min(direct, time(replaced));
        tern::boundary::replace_calls();
    }
    MESSAGE("replaced " << ours << " ns, direct " << direct << " ns, difference " << ours - direct);
}
