#include "client/socket.h"

#include <doctest/doctest.h>
#include <string>

#include "coro/strand.h"

using namespace tern;
using client::Socket;
using coro::Deadline;
using coro::Strand;
using coro::World;

namespace {

using Side = Socket::Side;

struct SocketPair {
    static Fd end(int fd) { return Fd(fd); }
    static int* make() {
        static int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
        return ends;
    }
    explicit SocketPair(int* ends = make()) : one(end(ends[0]), kKind), two(end(ends[1]), kKind) {}

    static constexpr client::SocketKind kKind{AF_UNIX, SOCK_STREAM, 0};
    Socket one;
    Socket two;
};

// One call of a program that receives up to 8 bytes; what it got is added to `text`.
Error receive(World& world, coro::FdWaits& waits, Socket& socket, std::string& text,
              Deadline until = Deadline::never()) {
    char bytes[8];
    socket.begin(Side::read, world.scheduler.current());
    const Error error = socket.repeat(
        &waits, Side::read,
        [&] {
            const Result<size_t> got = socket.try_receive(bytes, sizeof bytes);
            if (got.ok()) text.append(bytes, got.value());
            return got.error();
        },
        until);
    socket.end(Side::read);
    return error;
}

}  // namespace

TEST_CASE("socket: an attempt is made again when there is something") {
    World world;
    coro::FdWaits waits(world.scheduler);
    SocketPair pair;
    std::string text;
    Error error = Error::busy;
    Strand strand(world.scheduler, [&] { error = receive(world, waits, pair.one, text); });
    world.scheduler.start(strand);
    CHECK(pair.one.user(Side::read) == &strand);
    CHECK(pair.one.user(Side::write) == nullptr);
    CHECK(pair.two.try_send("hello").value() == 5);
    while (!strand.ended()) world.turn_at(50);
    CHECK(error == Error::ok);
    CHECK(text == "hello");
    CHECK(pair.one.user(Side::read) == nullptr);
}

TEST_CASE("socket: cancel() ends the wait before it returns, once") {
    World world;
    coro::FdWaits waits(world.scheduler);
    SocketPair pair;
    std::string text;
    Error error = Error::ok;
    Strand strand(world.scheduler, [&] { error = receive(world, waits, pair.one, text); });
    world.scheduler.start(strand);
    CHECK(!pair.one.cancel(world.scheduler, Side::write));
    CHECK(pair.one.cancel(world.scheduler, Side::read));
    CHECK(strand.ended());
    CHECK(error == Error::canceled_io);
    CHECK(!pair.one.cancel(world.scheduler, Side::read));
}

TEST_CASE("socket: a close that is told ends the wait") {
    World world;
    coro::FdWaits waits(world.scheduler);
    SocketPair pair;
    std::string text;
    Error error = Error::ok;
    Strand strand(world.scheduler, [&] { error = receive(world, waits, pair.one, text); });
    world.scheduler.start(strand);
    waits.on_close(pair.one.fd());
    close(pair.one.release());
    while (!strand.ended()) world.turn_at(50);
    CHECK(error == Error::canceled_io);
    CHECK(pair.one.try_receive(nullptr, 0).error() == Error::bad_descriptor);
}

TEST_CASE("socket: what is buffered comes first, and everything in order") {
    SocketPair pair;
    CHECK(pair.two.try_send("abcdef").value() == 6);
    CHECK(pair.one.try_fill(4).value() == 4);
    CHECK(pair.one.buffered() == "abcd");
    char bytes[8];
    CHECK(pair.one.try_peek(bytes, 8).value() == 4);
    CHECK(pair.one.try_receive(bytes, 3).value() == 3);
    CHECK(pair.one.try_fill(9).value() == 2);
    CHECK(pair.one.buffered() == "def");
    pair.one.put_back("abc");
    CHECK(pair.one.try_receive(bytes, 4).value() == 4);
    CHECK(Bytes(bytes, 4) == "abcd");
    CHECK(pair.one.buffered() == "ef");
    pair.one.take(2);
    CHECK(pair.one.try_receive(bytes, 8).error() == Error::would_block);
    CHECK(pair.one.check_liveness() == Error::ok);
    close(pair.two.release());
    CHECK(pair.one.check_liveness() == Error::connection_reset);
    CHECK(pair.one.try_receive(bytes, 8).value() == 0);
}

TEST_CASE("socket: without waits it blocks, until the time is over") {
    SocketPair pair;
    char byte = 0;
    const auto receive = [&] { return pair.one.try_receive(&byte, 1).error(); };
    CHECK(pair.two.try_send("a").value() == 1);
    pair.one.begin(Side::read, nullptr);
    CHECK(pair.one.in_use(Side::read));
    CHECK(pair.one.user(Side::read) == nullptr);
    CHECK(pair.one.repeat(nullptr, Side::read, receive, Deadline::never()) == Error::ok);
    CHECK(byte == 'a');
    CHECK(pair.one.repeat(nullptr, Side::read, receive, Deadline::in(1)) == Error::timed_out);
    pair.one.end(Side::read);
    CHECK(!pair.one.in_use(Side::read));
}
