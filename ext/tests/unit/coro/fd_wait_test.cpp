#include "coro/fd_wait.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "coro/strand.h"

using tern::coro::Deadline;
using tern::coro::FdInterest;
using tern::coro::FdOutcome;
using tern::coro::FdReady;
using tern::coro::FdWaits;
using tern::coro::Strand;
using tern::coro::World;
using tern::loop::Events;
using tern::loop::kReadable;
using tern::loop::kWritable;

namespace {

struct Pair {
    Pair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0); }
    ~Pair() {
        close(ends[0]);
        close(ends[1]);
    }
    void fill() const {
        char block[4096] = {};
        while (write(ends[0], block, sizeof block) > 0) {}
    }
    void drain() const {
        char block[4096];
        while (read(ends[1], block, sizeof block) > 0) {}
    }
    int ends[2];
};

FdReady wait_one(FdWaits& waits, int fd, Events wanted, Deadline until = Deadline::never()) {
    const FdInterest interest{fd, wanted};
    return waits.wait({&interest, 1}, until);
}

}  // namespace

TEST_CASE("fd_wait: a coroutine sleeps until its descriptor is readable, again and again") {
    World world;
    FdWaits waits(world.scheduler);
    Pair pair;
    int got = 0;
    Strand strand(world.scheduler, [&] {
        char byte;
        while (got < 3) {
            CHECK(wait_one(waits, pair.ends[0], kReadable).outcome == FdOutcome::ready);
            while (read(pair.ends[0], &byte, 1) == 1) ++got;
        }
    });
    world.scheduler.start(strand);
    CHECK(world.loop.alive());
    for (int i = 0; i < 3; ++i) {
        world.turn_at(60);
        CHECK(got == i);
        REQUIRE(write(pair.ends[1], "x", 1) == 1);
        world.turn_at(60);
        CHECK(got == i + 1);
    }
    CHECK(strand.ended());
    CHECK_FALSE(world.loop.alive());
}

TEST_CASE("fd_wait: one reads and one writes on the same descriptor") {
    World world;
    FdWaits waits(world.scheduler);
    Pair pair;
    pair.fill();
    std::string order;
    Strand reader(world.scheduler, [&] {
        CHECK(wait_one(waits, pair.ends[0], kReadable).outcome == FdOutcome::ready);
        order += "r";
    });
    Strand writer(world.scheduler, [&] {
        CHECK(wait_one(waits, pair.ends[0], kWritable).outcome == FdOutcome::ready);
        order += "w";
    });
    world.scheduler.start(reader);
    world.scheduler.start(writer);
    world.turn_at(60);
    CHECK(order.empty());
    SUBCASE("the reader first") {
        REQUIRE(write(pair.ends[1], "x", 1) == 1);
        world.turn_at(60);
        CHECK(order == "r");
        pair.drain();
        world.turn_at(60);
        CHECK(order == "rw");
    }
    SUBCASE("the writer first") {
        pair.drain();
        world.turn_at(60);
        CHECK(order == "w");
        REQUIRE(write(pair.ends[1], "x", 1) == 1);
        world.turn_at(60);
        CHECK(order == "wr");
    }
}

TEST_CASE("fd_wait: who comes second in one direction is told who waits, and the first is unharmed") {
    World world;
    FdWaits waits(world.scheduler);
    Pair pair;
    FdOutcome first_outcome = FdOutcome::failed;
    Strand first(world.scheduler, [&] { first_outcome = wait_one(waits, pair.ends[0], kReadable).outcome; });
    Strand second(world.scheduler, [&] {
        const FdReady told = wait_one(waits, pair.ends[0], kReadable);
        CHECK(told.outcome == FdOutcome::busy);
        CHECK(told.holder == &first);
        CHECK(told.fd == pair.ends[0]);
    });
    world.scheduler.start(first);
    world.scheduler.start(second);
    CHECK(second.ended());
    REQUIRE(write(pair.ends[1], "x", 1) == 1);
    world.turn_at(60);
    CHECK(first_outcome == FdOutcome::ready);
}

TEST_CASE("fd_wait: deadlines and cancellation end a wait, and the descriptor can be waited for again") {
    World world;
    FdWaits waits(world.scheduler);
    Pair pair;
    std::vector<FdOutcome> outcomes;
    Strand strand(world.scheduler, [&] {
        outcomes.push_back(wait_one(waits, pair.ends[0], kReadable, {70}).outcome);
        outcomes.push_back(wait_one(waits, pair.ends[0], kReadable).outcome);
        outcomes.push_back(wait_one(waits, pair.ends[0], kReadable).outcome);
    });
    world.scheduler.start(strand);
    world.turn_at(69);
    CHECK(outcomes.empty());
    world.turn_at(70);
    CHECK(outcomes == std::vector{FdOutcome::timed_out});
    CHECK(world.scheduler.cancel(strand) == tern::Error::ok);
    REQUIRE(write(pair.ends[1], "x", 1) == 1);
    world.turn_at(71);
    CHECK(outcomes == std::vector{FdOutcome::timed_out, FdOutcome::canceled, FdOutcome::ready});
}

TEST_CASE("fd_wait: closing a descriptor wakes who waits for it, and its number can be used again") {
    World world;
    FdWaits waits(world.scheduler);
    Pair pair;
    const int fd = pair.ends[0];
    std::vector<FdOutcome> outcomes;
    Strand strand(world.scheduler, [&] {
        outcomes.push_back(wait_one(waits, fd, kReadable).outcome);
        outcomes.push_back(wait_one(waits, fd, kReadable).outcome);
    });
    world.scheduler.start(strand);
    Pair other;
    SUBCASE("told") {
        waits.on_close(fd);
        REQUIRE(dup2(other.ends[0], fd) == fd);
        CHECK(outcomes.empty());
        world.turn_at(60);
        CHECK(outcomes == std::vector{FdOutcome::closed});
    }
    // As when libc closes it from within: the next wait finds out.
    SUBCASE("not told") {
        REQUIRE(write(pair.ends[1], "x", 1) == 1);
        world.turn_at(60);
        CHECK(outcomes == std::vector{FdOutcome::ready});
        CHECK(world.scheduler.cancel(strand) == tern::Error::ok);
        REQUIRE(dup2(other.ends[0], fd) == fd);
        outcomes.clear();
        world.scheduler.start(strand);
        world.turn_at(60);
        CHECK(outcomes.empty());
    }
    REQUIRE(write(other.ends[1], "x", 1) == 1);
    world.turn_at(61);
    CHECK(outcomes.back() == FdOutcome::ready);
    waits.on_close(fd);
    if (strand.suspended()) CHECK(world.scheduler.cancel(strand) == tern::Error::ok);
}

TEST_CASE("fd_wait: several at once; files are always ready; what is not open counts as closed") {
    World world;
    FdWaits waits(world.scheduler);
    Pair one;
    Pair two;
    const int file = open("/proc/self/exe", O_RDONLY);
    int ended = 0;
    Strand strand(world.scheduler, [&] {
        const FdInterest both[] = {{one.ends[0], kReadable}, {-1, kReadable}, {two.ends[0], kReadable}};
        const FdReady ready = waits.wait(both, Deadline::never());
        CHECK(ready.outcome == FdOutcome::ready);
        CHECK(ready.events == kReadable);
        CHECK(wait_one(waits, file, kReadable).outcome == FdOutcome::ready);
        close(file);
        CHECK(wait_one(waits, file, kReadable).outcome == FdOutcome::closed);
        ++ended;
    });
    world.scheduler.start(strand);
    world.turn_at(60);
    CHECK(ended == 0);
    REQUIRE(write(two.ends[1], "x", 1) == 1);
    world.turn_at(60);
    CHECK(ended == 1);
}
