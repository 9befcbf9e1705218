#include "shm/ring.h"

#include <csignal>
#include <doctest/doctest.h>
#include <poll.h>
#include <sched.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "shm/child.h"
#include "shm/next_message.h"

using namespace tern;
using namespace tern::shm;
using tern::shm::test::next;

namespace {

Error write_message(Ring& ring, Bytes message) {
    const Bytes parts[] = {message};
    return ring.write(parts);
}

bool is_readable(const Ring& ring, int timeout_ms = 0) {
    pollfd readable{ring.fd(), POLLIN, 0};
    return poll(&readable, 1, timeout_ms) == 1;
}

}  // namespace

TEST_CASE("a ring gives back whole messages of any parts, in order") {
    Ring ring;
    REQUIRE(ring.create(4096) == Error::ok);
    CHECK(next(ring) == "none");
    const Bytes parts[] = {"head|", "", std::string_view("bo\0dy", 5)};
    CHECK(ring.write(parts) == Error::ok);
    CHECK(ring.write({}) == Error::ok);
    CHECK(write_message(ring, "last") == Error::ok);
    CHECK(next(ring) == std::string("head|bo\0dy", 10));
    CHECK(next(ring).empty());
    CHECK(next(ring) == "last");
    CHECK(next(ring) == "none");
}

TEST_CASE("a ring is used round and round, with messages across its end") {
    Ring ring;
    REQUIRE(ring.create(4096) == Error::ok);
    for (size_t round = 0; round < 5000; ++round) {
        const std::string first(round % 1025, static_cast<char>('a' + round % 26));
        const std::string second(round * 7 % 1025, static_cast<char>('A' + round % 26));
        REQUIRE(write_message(ring, first) == Error::ok);
        REQUIRE(write_message(ring, second) == Error::ok);
        REQUIRE(next(ring) == first);
        REQUIRE(next(ring) == second);
    }
}

TEST_CASE("a full ring says so, and takes what fits again when one was read") {
    Ring ring;
    REQUIRE(ring.create(4096) == Error::ok);
    const std::string largest(ring.max_message(), 'x');
    CHECK(write_message(ring, largest + 'y') == Error::data_length_too_large);
    for (int i = 0; i < 3; ++i) CHECK(write_message(ring, largest) == Error::ok);
    CHECK(write_message(ring, largest) == Error::would_block);
    CHECK(write_message(ring, "small") == Error::ok);
    CHECK(next(ring) == largest);
    CHECK(write_message(ring, largest) == Error::ok);
    for (int i = 0; i < 2; ++i) CHECK(next(ring) == largest);
    CHECK(next(ring) == "small");
    CHECK(next(ring) == largest);
    CHECK(next(ring) == "none");
}

TEST_CASE("the reader is woken from each sleep, once") {
    Ring ring;
    REQUIRE(ring.create(4096) == Error::ok);
    CHECK(!is_readable(ring));
    CHECK(write_message(ring, "first") == Error::ok);
    CHECK(is_readable(ring));
    CHECK(!ring.sleep());
    CHECK(is_readable(ring));
    CHECK(next(ring) == "first");
    CHECK(ring.sleep());
    CHECK(!is_readable(ring));
    CHECK(write_message(ring, "second") == Error::ok);
    CHECK(next(ring) == "second");
    uint64_t rings = 0;
    REQUIRE(::read(ring.fd(), &rings, sizeof rings) == sizeof rings);
    CHECK(rings == 1);
    CHECK(write_message(ring, "while it is awake") == Error::ok);
    CHECK(!is_readable(ring));
    CHECK(!ring.sleep());
    CHECK(next(ring) == "while it is awake");
    CHECK(ring.sleep());
    ring.wake();
    CHECK(is_readable(ring));
}

namespace {

constexpr uint32_t kWriters = 4;

struct Numbered {
    uint32_t writer = 0;
    uint32_t number = 0;
};

// Messages of many lengths, each full of a letter that follows from its number.
std::string text_of(Numbered message) {
    std::string text(message.number * 37 % 900, static_cast<char>('a' + (message.writer + message.number) % 26));
    return std::string(reinterpret_cast<const char*>(&message), sizeof message) + text;
}

void write_all(Ring& ring, uint32_t writer, uint32_t count) {
    for (uint32_t i = 0; i < count;) {
        const Error error = write_message(ring, text_of({writer, i}));
        if (error == Error::ok) ++i;
        if (error == Error::would_block) sched_yield();
    }
}

// What is there now; true when something was.
bool read_all(Ring& ring, std::vector<uint32_t>& next_of) {
    bool any = false;
    for (Buffer room; ring.read(room) == Error::ok; any = true) {
        Numbered message;
        REQUIRE(room.size() >= sizeof message);
        std::memcpy(&message, room.data(), sizeof message);
        REQUIRE(message.writer < next_of.size());
        REQUIRE(message.number == next_of[message.writer]);
        REQUIRE(room.view() == text_of(message));
        ++next_of[message.writer];
    }
    return any;
}

void wait_for(Ring& ring) {
    if (ring.sleep()) REQUIRE(is_readable(ring, 30'000));
}

}  // namespace

TEST_CASE("many processes write, one that sleeps in between reads all of it in order") {
    Ring ring;
    REQUIRE(ring.create(8192) == Error::ok);
    constexpr uint32_t kEach = 20'000;
    std::vector<pid_t> children;
    for (uint32_t i = 0; i < kWriters; ++i) {
        children.push_back(test::child([&] { write_all(ring, i, kEach); }));
    }
    std::vector<uint32_t> next_of(kWriters);
    for (uint64_t sum = 0; sum < uint64_t{kWriters} * kEach;) {
        wait_for(ring);
        (void)read_all(ring, next_of);
        sum = 0;
        for (uint32_t number : next_of) sum += number;
    }
    for (pid_t pid : children) CHECK(waitpid(pid, nullptr, 0) == pid);
    CHECK(next(ring) == "none");
}

TEST_CASE("writers that are killed take nothing of the others with them") {
    Ring ring;
    REQUIRE(ring.create(8192) == Error::ok);
    constexpr uint32_t kVictims = 60;
    constexpr uint32_t kEach = 20'000;
    std::vector<uint32_t> next_of(1 + kVictims);
    const pid_t survivor = test::child([&] { write_all(ring, 0, kEach); });
    for (uint32_t victim = 1; victim <= kVictims; ++victim) {
        const pid_t pid = test::child([&] { write_all(ring, victim, UINT32_MAX); });
        // At any moment of its work: after so many messages of it, and while it writes on.
        for (const uint32_t enough = victim * 3; next_of[victim] < enough;) {
            wait_for(ring);
            (void)read_all(ring, next_of);
        }
        kill(pid, SIGKILL);
        CHECK(waitpid(pid, nullptr, 0) == pid);
        ring.wake();
    }
    while (next_of[0] < kEach) {
        wait_for(ring);
        (void)read_all(ring, next_of);
    }
    CHECK(waitpid(survivor, nullptr, 0) == survivor);
    (void)read_all(ring, next_of);
    CHECK(write_message(ring, "still good") == Error::ok);
    CHECK(next(ring) == "still good");
}

TEST_CASE("what was only looked at stays in the ring") {
    Ring ring;
    REQUIRE(ring.create(4096) == Error::ok);
    Buffer room;
    CHECK(ring.empty());
    CHECK(ring.peek(room) == Error::would_block);
    REQUIRE(write_message(ring, "first") == Error::ok);
    REQUIRE(write_message(ring, "second") == Error::ok);
    const uint64_t before = ring.taken();
    for (int n = 0; n < 2; ++n) {
        CHECK(ring.peek(room) == Error::ok);
        CHECK(room.view() == "first");
    }
    CHECK(ring.taken() == before);
    ring.take();
    CHECK(ring.taken() > before);
    CHECK(next(ring) == "second");
    CHECK(ring.empty());
}
