#include "net/stream.h"

#include <array>
#include <doctest/doctest.h>
#include <memory>
#include <random>
#include <string>
#include <sys/socket.h>

#include "net/stream_content.h"

using tern::Buffer;
using tern::Bytes;
using tern::Error;
using tern::Fd;
using tern::Slice;
using tern::net::BufferShelf;
using tern::net::Stream;
using namespace stream_content;

namespace {

// A stream and its peer, with a kernel that takes only little at a time.
struct StreamRig {
    StreamRig() {
        std::array<int, 2> fds{};
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
        int small = 4096;
        REQUIRE(setsockopt(fds[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small) == 0);
        stream = std::make_unique<Stream>(Fd(fds[0]), shelf);
        peer = Fd(fds[1]);
    }
    std::string take(size_t most = SIZE_MAX) {
        std::string all;
        std::array<char, 4096> chunk;
        while (all.size() < most) {
            ssize_t count = recv(peer.get(), chunk.data(), std::min(chunk.size(), most - all.size()), 0);
            if (count <= 0) break;
            all.append(chunk.data(), static_cast<size_t>(count));
        }
        return all;
    }
    // Flushes and takes by turns until nothing is queued.
    std::string take_all(size_t at_a_time = SIZE_MAX) {
        std::string all;
        for (int round = 0; round < 100'000; ++round) {
            Error error = stream->flush();
            REQUIRE((error == Error::ok || error == Error::would_block));
            REQUIRE((error == Error::ok) == stream->drained());
            all += take(at_a_time);
            if (error == Error::ok) break;
        }
        return all + take();
    }
    BufferShelf shelf;
    std::unique_ptr<Stream> stream;
    Fd peer;
};

}  // namespace

TEST_CASE("stream: bytes, bodies and files leave in the order they were given") {
    StreamRig rig;
    Stream& stream = *rig.stream;
    Body large(pattern(100'000, 1));
    Body small(pattern(100, 2));
    std::string content = pattern(50'000, 3);
    std::string expected;
    stream.tail().append("head;");
    stream.append(large.slice());
    stream.tail().append(";between;");
    stream.append_file(file_with(content), 10, 40'000);
    stream.append(small.slice());
    stream.append_file(file_with(content), 0, 1);
    stream.append(Slice());
    stream.append_file(file_with(content), 0, 0);
    stream.tail().append(";end");
    expected = "head;" + large.text + ";between;" + content.substr(10, 40'000) + small.text + content[0] + ";end";
    CHECK(stream.queued() == expected.size());
    CHECK(small.released == 1);  // copied
    CHECK(large.released == 0);
    CHECK(rig.take_all(999) == expected);
    CHECK(large.released == 1);
    CHECK(stream.sent() == expected.size());
    CHECK(stream.queued() == 0);
}

TEST_CASE("stream: a corked stream gathers, up to a limit") {
    StreamRig rig;
    Stream& stream = *rig.stream;
    stream.cork();
    stream.tail().append("one ");
    CHECK(stream.flush() == Error::ok);
    stream.tail().append("two");
    CHECK(stream.flush() == Error::ok);
    CHECK(rig.take().empty());
    stream.uncork();
    CHECK(rig.take_all() == "one two");
    stream.cork();
    std::string much = pattern(Stream::kFlushAt, 4);
    stream.tail().append(much);
    CHECK(stream.flush() == Error::would_block);
    CHECK(!rig.take().empty());
}

TEST_CASE("stream: what is written while some is stuck comes behind it") {
    StreamRig rig;
    Stream& stream = *rig.stream;
    std::string expected;
    std::string got;
    std::mt19937 random(7);
    std::string content = pattern(30'000, 5);
    for (int step = 0; step < 300; ++step) {
        expected += append_any(stream, random, content, step);
        if (random() % 2 == 0) (void)stream.flush();
        got += rig.take(random() % 30'000);
        REQUIRE(stream.queued() + stream.sent() == expected.size());
    }
    got += rig.take_all();
    CHECK(got == expected);
}

TEST_CASE("stream: never drained, it holds no more than what is queued") {
    StreamRig rig;
    Stream& stream = *rig.stream;
    std::string piece = pattern(8000, 6);
    for (int step = 0; step < 2000; ++step) {
        stream.tail().append(piece);
        for (int i = 0; i < 1000 && stream.queued() > 30'000; ++i) {
            (void)stream.flush();
            (void)rig.take(4096);
        }
        REQUIRE(stream.queued() > 0);
    }
    CHECK(stream.sent() > 10'000'000);
    CHECK(stream.tail().capacity() < 1'000'000);
}

TEST_CASE("stream: closing lets go of everything, sent or not") {
    StreamRig rig;
    Body first(pattern(1'000'000, 7));
    Body second(pattern(20'000, 8));
    rig.stream->append(first.slice());
    rig.stream->append(second.slice());
    CHECK(rig.stream->flush() == Error::would_block);
    rig.stream->close();
    CHECK(first.released == 1);
    CHECK(second.released == 1);
    CHECK(rig.stream->queued() == 0);
    CHECK(!rig.stream->open());
    CHECK(rig.stream->flush() == Error::bad_descriptor);
    Body third(pattern(20'000, 9));
    {
        StreamRig other;
        other.stream->append(third.slice());
    }
    CHECK(third.released == 1);
}

TEST_CASE("stream: a file that became shorter than promised is the end of the connection") {
    StreamRig rig;
    rig.stream->append_file(file_with("short"), 0, 100);
    CHECK(rig.stream->flush() == Error::broken_pipe);
    CHECK(rig.take() == "short");
}

TEST_CASE("stream: a peer that is gone is an error, not a signal") {
    StreamRig rig;
    rig.peer.reset();
    rig.stream->tail().append("x");
    CHECK(rig.stream->flush() == Error::broken_pipe);
    Body large(pattern(100'000, 1));
    StreamRig other;
    other.peer.reset();
    other.stream->append(large.slice());
    CHECK(other.stream->flush() == Error::broken_pipe);
}

TEST_CASE("stream: reads tell nothing there from the end") {
    StreamRig rig;
    char room[8];
    CHECK(rig.stream->read_some(room, sizeof room).error() == Error::would_block);
    REQUIRE(send(rig.peer.get(), "0123456789", 10, 0) == 10);
    auto got = rig.stream->read_some(room, sizeof room);
    REQUIRE(got.ok());
    CHECK(Bytes(room, got.value()) == "01234567");
    REQUIRE(shutdown(rig.peer.get(), SHUT_WR) == 0);
    CHECK(rig.stream->read_some(room, sizeof room).value() == 2);
    auto end = rig.stream->read_some(room, sizeof room);
    REQUIRE(end.ok());
    CHECK(end.value() == 0);
}

TEST_CASE("stream: detach hands out the descriptor, open") {
    StreamRig rig;
    Fd fd = rig.stream->detach();
    CHECK(!rig.stream->open());
    REQUIRE(send(fd.get(), "x", 1, 0) == 1);
    CHECK(rig.take() == "x");
}

TEST_CASE("buffer shelf: gives warm buffers, keeps no giants") {
    BufferShelf shelf;
    Buffer usual;
    usual.append("something");
    const char* place = usual.data();
    shelf.give_back(usual);
    Buffer giant;
    (void)giant.extend(1 << 20);
    shelf.give_back(giant);
    CHECK(giant.capacity() == 0);
    Buffer again = shelf.take();
    CHECK(again.data() == place);
    CHECK(again.empty());
    CHECK(shelf.take().capacity() == 0);
}
