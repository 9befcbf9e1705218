#include "proc/orphaned_messages.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>

#include "proc/message_body.h"

using namespace tern;
using namespace tern::proc;

namespace {

// Worker 0 sits on slot 1; slot 0 is the one that it had before.
struct Post {
    SharedState state;
    Inboxes boxes;
    OrphanedMessages left{state, boxes};
    Buffer room;

    Post() {
        REQUIRE(state.create({.events = 1}, 1) == Error::ok);
        REQUIRE(boxes.create(state.slot_count()) == Error::ok);
        REQUIRE(left.open() == Error::ok);
        state.occupy(1, 0, 5);
    }
    bool has_late() const {
        pollfd readable{left.fd(), POLLIN, 0};
        return poll(&readable, 1, 0) == 1;
    }
    void write(uint32_t slot, Bytes text, MessageKind kind = MessageKind::task) {
        REQUIRE(boxes.send(slot, {kind, 0, 0}, text) == Error::ok);
    }
    std::string next() {
        const Result<Message> message = boxes.receive(1, room);
        return message.ok() ? std::string(message.value().payload) : "none";
    }
};

}  // namespace

TEST_CASE("messages of a slot that was left go to the worker, but those about sessions of who has gone") {
    Post post;
    post.write(0, "first");
    post.write(0, "of a session", MessageKind::close_session);
    post.write(0, "second", MessageKind::pipe_message);
    post.left.add(0);
    CHECK(post.left.empty());
    CHECK(post.next() == "first");
    CHECK(post.next() == "second");
    CHECK(post.next() == "none");
}

TEST_CASE("what finds no room waits, and nobody gets the slot meanwhile") {
    Post post;
    const std::string large(Inboxes::kMaxPayload, 'x');
    int sent = 0;
    while (post.boxes.send(1, {MessageKind::task, 0, 0}, large) == Error::ok) ++sent;
    post.write(0, large);
    post.write(0, "behind");
    post.left.add(0);
    CHECK(post.left.is_of(0));
    post.left.deliver();
    CHECK(post.left.is_of(0));
    CHECK_FALSE(post.has_late());
    for (int n = 0; n < sent; ++n) CHECK(post.next() == large);
    CHECK(post.has_late());  // the reader of the full box says so
    post.left.deliver();
    CHECK_FALSE(post.has_late());
    CHECK_FALSE(post.left.is_of(0));
    CHECK(post.left.empty());
    CHECK(post.next() == large);
    CHECK(post.next() == "behind");
}

TEST_CASE("long messages wait, too, also for somebody to read them") {
    Post post;
    post.state.vacate(1);
    const std::string body(3 << 20, 'b');
    REQUIRE(post.boxes.send_any(0, {MessageKind::task, 0, 0}, "long", body) == Error::ok);
    post.write(0, "behind");
    post.left.add(0);
    CHECK(post.left.is_of(0));
    post.state.occupy(2, 0, 6);
    post.left.deliver();
    CHECK(post.left.empty());
    const Result<Message> message = post.boxes.receive(2, post.room);
    REQUIRE(message.ok());
    CHECK(message.value().payload == "long");
    MessageBody file;
    REQUIRE(file.open(message.value().socket.get()) == Error::ok);
    CHECK(file.view() == body);
    CHECK(post.boxes.receive(2, post.room).value().payload == "behind");
}

TEST_CASE("a connection waits for room in its worker's box") {
    Post post;
    const Fd socket(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const std::string large(Inboxes::kMaxWithSocket, 'x');
    int sent = 0;
    while (post.boxes.send_socket(1, {MessageKind::handover, 0, 0}, large, {}, socket.get()) == Error::ok) ++sent;
    REQUIRE(post.boxes.send_socket(0, {MessageKind::handover, 0, 0}, "head", {}, socket.get()) == Error::ok);
    post.left.add(0);
    CHECK(post.left.is_of(0));
    CHECK_FALSE(post.has_late());
    for (int n = 0; n < sent; ++n) REQUIRE(post.boxes.receive_socket(1, post.room).ok());
    CHECK(post.has_late());
    post.left.deliver();
    CHECK(post.left.empty());
    const Result<Message> message = post.boxes.receive_socket(1, post.room);
    REQUIRE(message.ok());
    CHECK(message.value().payload == "head");
    CHECK(message.value().socket.open());
}

TEST_CASE("connections for whom nobody is there are closed") {
    Post post;
    post.state.vacate(1);
    const Fd socket(open("/dev/null", O_RDONLY | O_CLOEXEC));
    REQUIRE(post.boxes.send_socket(0, {MessageKind::handover, 0, 0}, "head", {}, socket.get()) == Error::ok);
    post.left.add(0);
    CHECK(post.left.empty());
}

TEST_CASE("what is written when the box was emptied goes, too, until somebody sits there") {
    Post post;
    const Fd socket(open("/dev/null", O_RDONLY | O_CLOEXEC));
    post.left.add(0);
    for (const char* text : {"late", "later"}) {
        CHECK_FALSE(post.has_late());
        post.write(0, text);
        REQUIRE(post.has_late());
        post.left.deliver();
        CHECK(post.next() == text);
    }
    REQUIRE(post.boxes.send_socket(0, {MessageKind::handover, 0, 0}, "head", {}, socket.get()) == Error::ok);
    REQUIRE(post.has_late());
    post.left.deliver();
    CHECK(post.boxes.receive_socket(1, post.room).value().payload == "head");
    CHECK_FALSE(post.has_late());
    post.left.unwatch(0);
    post.write(0, "for who sits there");
    CHECK_FALSE(post.has_late());
    post.left.deliver();
    CHECK_FALSE(post.boxes.empty(0));
}

TEST_CASE("what came late and finds nobody to read it waits without a word") {
    Post post;
    post.left.add(0);
    post.state.vacate(1);
    post.write(0, "late");
    post.left.deliver();
    CHECK(post.left.is_of(0));
    CHECK_FALSE(post.has_late());
    post.state.occupy(1, 0, 6);
    post.left.deliver();
    CHECK(post.left.empty());
    CHECK(post.next() == "late");
}
