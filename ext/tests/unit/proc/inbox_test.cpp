#include "proc/inbox.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "proc/control_channel.h"
#include "proc/message_body.h"
#include "shm/robust_lock.h"
#include "shm/traced.h"

using namespace tern;
using namespace tern::proc;

TEST_CASE("a message keeps its head, its two-part payload and its socket across processes") {
    Inboxes boxes;
    REQUIRE(boxes.create(3) == Error::ok);
    int line[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, line) == 0);
    pid_t reader = fork();
    REQUIRE(reader >= 0);
    if (reader == 0) {
        close(line[0]);
        close(line[1]);
        boxes.keep_only(1);
        pollfd readable{boxes.line_fd(1), POLLIN, 0};
        while (poll(&readable, 1, -1) < 1) {}
        Buffer room;
        Result<Message> message = boxes.receive_socket(1, room);
        if (!message || message.value().payload != "head|body" || message.value().head.to_worker != 4) _exit(1);
        if (message.value().head.kind != MessageKind::handover || boxes.line_fd(0) >= 0) _exit(2);
        int socket = message.value().socket.get();
        if ((fcntl(socket, F_GETFD) & FD_CLOEXEC) == 0) _exit(3);
        _exit(write(socket, "hello", 5) == 5 ? 0 : 4);
    }
    CHECK(boxes.send_socket(1, {MessageKind::handover, 2, 4, 0}, "head|", "body", line[1]) == Error::ok);
    close(line[1]);
    char text[8] = "";
    CHECK(read(line[0], text, sizeof text) == 5);
    CHECK(std::string(text) == "hello");
    close(line[0]);
    int status = -1;
    waitpid(reader, &status, 0);
    CHECK(status == 0);
}

TEST_CASE("messages are whole, in order, bounded, and never wait") {
    Inboxes boxes;
    REQUIRE(boxes.create(1) == Error::ok);
    Buffer room;
    CHECK(boxes.receive(0, room).error() == Error::would_block);
    std::string largest(Inboxes::kMaxPayload, 'x');
    CHECK(boxes.send(0, {}, largest, "y") == Error::data_length_too_large);
    CHECK(boxes.send(0, {MessageKind::broadcast, 1, 2, 3}, largest) == Error::ok);
    CHECK(boxes.send(0, {}, "in two ", "parts") == Error::ok);
    CHECK(boxes.send(0, {}, {}) == Error::ok);
    Result<Message> first = boxes.receive(0, room);
    REQUIRE(first.ok());
    CHECK(first.value().payload == largest);
    CHECK(first.value().head.kind == MessageKind::broadcast);
    CHECK(first.value().head.from_worker == 1);
    CHECK(first.value().head.to_worker == 2);
    CHECK(first.value().head.flags == 3);
    CHECK(first.value().socket.get() < 0);
    CHECK(boxes.receive(0, room).value().payload == "in two parts");
    Result<Message> last = boxes.receive(0, room);
    REQUIRE(last.ok());
    CHECK(last.value().payload.empty());
    Error error = Error::ok;
    for (int n = 0; n < 100 && error == Error::ok; ++n) error = boxes.send(0, {}, largest);
    CHECK(error == Error::server_pipe_buffer_full);
    REQUIRE(boxes.receive(0, room).ok());
    CHECK(boxes.send(0, {}, largest) == Error::ok);
}

TEST_CASE("messages with sockets are bounded, too, and have a line of their own") {
    Inboxes boxes;
    REQUIRE(boxes.create(1) == Error::ok);
    Buffer room;
    const std::string largest(Inboxes::kMaxWithSocket, 'x');
    const int socket = boxes.line_fd(0);
    CHECK(boxes.send_socket(0, {}, largest, "y", socket) == Error::data_length_too_large);
    Error error = Error::ok;
    for (int n = 0; n < 100'000 && error == Error::ok; ++n) error = boxes.send_socket(0, {}, largest, {}, socket);
    CHECK(error == Error::server_pipe_buffer_full);
    CHECK(boxes.send(0, {}, "without") == Error::ok);
    CHECK(boxes.receive(0, room).value().payload == "without");
    Result<Message> with = boxes.receive_socket(0, room);
    REQUIRE(with.ok());
    CHECK(with.value().payload == largest);
    CHECK(with.value().socket.open());
}

TEST_CASE("a send that finds no room is tried once more, and what that says counts") {
    Inboxes boxes;
    REQUIRE(boxes.create(2) == Error::ok);
    const auto tries = [&](std::vector<Error> results) {
        size_t calls = 0;
        const Error last = boxes.send_or_wake(0, 1, [&] { return results.at(calls++); });
        return std::pair(last, calls);
    };
    CHECK(tries({Error::ok}) == std::pair(Error::ok, size_t{1}));
    CHECK(tries({Inboxes::kSystemBusy}) == std::pair(Inboxes::kSystemBusy, size_t{1}));
    CHECK(tries({Error::server_pipe_buffer_full, Error::ok}) == std::pair(Error::ok, size_t{2}));
    CHECK(tries({Error::server_pipe_buffer_full, Inboxes::kSystemBusy}) == std::pair(Inboxes::kSystemBusy, size_t{2}));
}

TEST_CASE("the end of a control channel is received after its last message") {
    Result<ControlChannel::Pair> opened = ControlChannel::open_pair();
    REQUIRE(opened.ok());
    ControlChannel::Pair& pair = opened.value();
    CHECK(pair.worker.receive().error() == Error::would_block);
    CHECK(pair.master.send({ControlKind::drain, 2}) == Error::ok);
    pair.master.close();
    Result<ControlMessage> message = pair.worker.receive();
    REQUIRE(message.ok());
    CHECK(message.value().kind == ControlKind::drain);
    CHECK(message.value().value == 2);
    CHECK(pair.worker.receive().error() == Error::broken_pipe);
    CHECK(pair.worker.send({ControlKind::drained, 0}) == Error::broken_pipe);
}

namespace {

// A message with all of its body.
std::string text_of(const Result<Message>& message) {
    if (!message.ok()) return "none";
    MessageBody body;
    const bool is_long = message.value().socket.open();
    if (is_long) REQUIRE(body.open(message.value().socket.get()) == Error::ok);
    return std::string(message.value().payload).append(body.view());
}

const std::string kLong(3 << 20, 'b');

int open_files() {
    int count = 0;
    for (int fd = 0; fd < 1024; ++fd) count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

struct OneBox {
    Inboxes boxes;
    Buffer room;

    OneBox() { REQUIRE(boxes.create(1) == Error::ok); }
    std::string next() { return text_of(boxes.receive(0, room)); }
};

}  // namespace

TEST_CASE("what is too long for the ring comes in a file in memory, in the order of all messages") {
    OneBox box;
    CHECK(box.boxes.empty(0));
    const MessageHead head{MessageKind::pipe_message};
    CHECK(box.boxes.send_any(0, head, "1", "short") == Error::ok);
    CHECK(box.boxes.send_any(0, head, "2", kLong) == Error::ok);
    CHECK(box.boxes.send_any(0, head, "3", kLong + "and more") == Error::ok);
    CHECK(box.boxes.send_any(0, head, "4", "short") == Error::ok);
    CHECK_FALSE(box.boxes.empty(0));
    CHECK(box.next() == "1short");
    CHECK(box.next() == "2" + kLong);
    CHECK(box.next() == "3" + kLong + "and more");
    CHECK(box.next() == "4short");
    CHECK(box.boxes.empty(0));
}

TEST_CASE("a long message that was not taken is there for the next reader") {
    OneBox box;
    REQUIRE(box.boxes.send_any(0, {}, "head", kLong) == Error::ok);
    const int before = open_files();
    CHECK(text_of(box.boxes.peek(0, box.room)) == "head" + kLong);
    CHECK(open_files() == before);
    const pid_t reader = fork();
    REQUIRE(reader >= 0);
    if (reader == 0) {  // killed in the middle of its work
        const Result<Message> message = box.boxes.peek(0, box.room);
        _exit(message.ok() && message.value().socket.open() ? 0 : 1);
    }
    int status = -1;
    waitpid(reader, &status, 0);
    CHECK(status == 0);
    CHECK(box.next() == "head" + kLong);
    CHECK(box.boxes.empty(0));
}

TEST_CASE("a long message finds no room before its body goes") {
    OneBox box;
    const std::string largest(Inboxes::kMaxPayload, 'x');
    while (box.boxes.send(0, {}, largest) == Error::ok) {}
    CHECK(box.boxes.send_any(0, {}, largest, kLong) == Error::server_pipe_buffer_full);
    while (box.boxes.receive(0, box.room).ok()) {}
    CHECK(box.boxes.send_any(0, {}, "head", "another " + kLong) == Error::ok);
    CHECK(box.next() == "headanother " + kLong);
}

namespace {

// What a killed writer leaves to others: the memory of the ring (its first bytes: the box is new) and the body.
std::string left_in(const OneBox& box) {
    constexpr size_t kFirstBytes = 1024;
    pollfd body{box.boxes.body_fd(0), POLLIN, 0};
    return std::string(box.boxes.ring(0).memory(), kFirstBytes) + (poll(&body, 1, 0) > 0 ? "with" : "without");
}

// Steps the writer until it has changed what it leaves so many times. False: it is ready before.
bool step_to_change(pid_t writer, const OneBox& box, int changes) {
    std::string left = left_in(box);
    for (int seen = 0; seen < changes;) {
        if (!shm::test::step(writer)) return false;
        std::string now = left_in(box);
        if (now == left) continue;
        left = std::move(now);
        ++seen;
    }
    return true;
}

}  // namespace

TEST_CASE("after a process that was killed while it sent a long message, the next one has its own body") {
    if (!shm::test::may_trace()) return;
    Result<Fd> file = MessageBody::write("of the killed one");
    REQUIRE(file.ok());
    bool running = true;
    bool was_whole = false;
    int changes = 0;
    for (; running; ++changes) {  // a death at each change
        OneBox box;
        Message message{{.kind = MessageKind::task, .body = 1}, "killed ", Fd(dup(file.value().get()))};
        const pid_t writer = shm::test::stopped_child([] { (void)shm::this_process_name(); },
                                                      [&] { (void)box.boxes.forward(0, message); });
        running = step_to_change(writer, box, changes);
        shm::test::end(writer);
        REQUIRE(box.boxes.send_any(0, {}, "next ", kLong) == Error::ok);
        std::string first = box.next();
        const bool is_whole = first == "killed of the killed one";
        CHECK(is_whole >= was_whole);
        was_whole = is_whole;
        if (is_whole) first = box.next();
        CHECK(first == "next " + kLong);
        CHECK(box.boxes.empty(0));
    }
    CHECK(changes > 10);
    CHECK(was_whole);
}

TEST_CASE("where no descriptor is left, a long message stays in the box") {
    OneBox box;
    REQUIRE(box.boxes.send_any(0, {}, "head", kLong) == Error::ok);
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit none{3, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    const Error error = box.boxes.receive(0, box.room).error();
    REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(error == static_cast<Error>(EMFILE));
    CHECK(box.next() == "head" + kLong);
}

TEST_CASE("a long message is forwarded with its body") {
    Inboxes boxes;
    REQUIRE(boxes.create(2) == Error::ok);
    Buffer room;
    REQUIRE(boxes.send_any(0, {MessageKind::task, 3, 4, 5}, "head", kLong) == Error::ok);
    const Result<Message> message = boxes.receive(0, room);
    REQUIRE(message.ok());
    CHECK(boxes.forward(1, message.value()) == Error::ok);
    Buffer other;
    const Result<Message> again = boxes.receive(1, other);
    CHECK(text_of(again) == "head" + kLong);
    CHECK(again.value().head.flags == 5);
}
