#include <doctest/doctest.h>

#include "serve/connection_state.h"

using tern::serve::Readiness;
namespace loop = tern::loop;

TEST_CASE("readiness: a read that fills less than its room waits for the kernel's news") {
    Readiness socket;
    socket.note(loop::kReadable);
    CHECK(socket.readable);
    socket.note_read(100, 100, false);
    CHECK(socket.readable);
    socket.note_read(99, 100, false);
    CHECK_FALSE(socket.readable);
}

TEST_CASE("readiness: what TLS holds back is read, too") {
    Readiness socket;
    socket.note(loop::kReadable);
    socket.note_read(99, 100, true);
    CHECK(socket.readable);
}

TEST_CASE("readiness: of the end the kernel tells once, so it is read until then") {
    Readiness socket;
    socket.note(loop::kPeerClosed);
    CHECK(socket.peer_closed);
    socket.note_read(1, 100, false);
    CHECK(socket.readable);
    socket.readable = false;
    socket.note(0);
    CHECK(socket.readable);
}

TEST_CASE("readiness: a socket that took nothing is writable when the kernel says so") {
    Readiness socket;
    socket.stalled = true;
    socket.note(loop::kReadable);
    CHECK(socket.stalled);
    socket.note(loop::kWritable);
    CHECK_FALSE(socket.stalled);
}
