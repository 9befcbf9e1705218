#include "proc/mailbox.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/control_channel.h"
#include "proc/letter_body.h"

using namespace tern;
using namespace tern::proc;

TEST_CASE("a letter keeps its head, its two-part payload and its socket across processes") {
    Mailboxes boxes;
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
        Result<Letter> letter = boxes.receive_socket(1, room);
        if (!letter || letter.value().payload != "head|body" || letter.value().head.to_worker != 4) _exit(1);
        if (letter.value().head.kind != LetterKind::handover || boxes.line_fd(0) >= 0) _exit(2);
        int socket = letter.value().socket.get();
        if ((fcntl(socket, F_GETFD) & FD_CLOEXEC) == 0) _exit(3);
        _exit(write(socket, "hello", 5) == 5 ? 0 : 4);
    }
    CHECK(boxes.send_socket(1, {LetterKind::handover, 2, 4, 0}, "head|", "body", line[1]) == Error::ok);
    close(line[1]);
    char text[8] = "";
    CHECK(read(line[0], text, sizeof text) == 5);
    CHECK(std::string(text) == "hello");
    close(line[0]);
    int status = -1;
    waitpid(reader, &status, 0);
    CHECK(status == 0);
}

TEST_CASE("letters are whole, in order, bounded, and never wait") {
    Mailboxes boxes;
    REQUIRE(boxes.create(1) == Error::ok);
    Buffer room;
    CHECK(boxes.receive(0, room).error() == Error::would_block);
    std::string largest(Mailboxes::kMaxPayload, 'x');
    CHECK(boxes.send(0, {}, largest, "y") == Error::data_length_too_large);
    CHECK(boxes.send(0, {LetterKind::broadcast, 1, 2, 3}, largest) == Error::ok);
    CHECK(boxes.send(0, {}, "in two ", "parts") == Error::ok);
    CHECK(boxes.send(0, {}, {}) == Error::ok);
    Result<Letter> first = boxes.receive(0, room);
    REQUIRE(first.ok());
    CHECK(first.value().payload == largest);
    CHECK(first.value().head.kind == LetterKind::broadcast);
    CHECK(first.value().head.from_worker == 1);
    CHECK(first.value().head.to_worker == 2);
    CHECK(first.value().head.flags == 3);
    CHECK(first.value().socket.get() < 0);
    CHECK(boxes.receive(0, room).value().payload == "in two parts");
    Result<Letter> last = boxes.receive(0, room);
    REQUIRE(last.ok());
    CHECK(last.value().payload.empty());
    Error error = Error::ok;
    for (int n = 0; n < 100 && error == Error::ok; ++n) error = boxes.send(0, {}, largest);
    CHECK(error == Error::server_pipe_buffer_full);
    REQUIRE(boxes.receive(0, room).ok());
    CHECK(boxes.send(0, {}, largest) == Error::ok);
}

TEST_CASE("letters with sockets are bounded, too, and have a line of their own") {
    Mailboxes boxes;
    REQUIRE(boxes.create(1) == Error::ok);
    Buffer room;
    const std::string largest(Mailboxes::kMaxWithSocket, 'x');
    const int socket = boxes.line_fd(0);
    CHECK(boxes.send_socket(0, {}, largest, "y", socket) == Error::data_length_too_large);
    Error error = Error::ok;
    for (int n = 0; n < 100'000 && error == Error::ok; ++n) error = boxes.send_socket(0, {}, largest, {}, socket);
    CHECK(error == Error::server_pipe_buffer_full);
    CHECK(boxes.send(0, {}, "without") == Error::ok);
    CHECK(boxes.receive(0, room).value().payload == "without");
    Result<Letter> with = boxes.receive_socket(0, room);
    REQUIRE(with.ok());
    CHECK(with.value().payload == largest);
    CHECK(with.value().socket.open());
}

TEST_CASE("the end of a control channel is heard after its last message") {
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

TEST_CASE("what is too long for the ring comes in a file in memory") {
    Mailboxes boxes;
    REQUIRE(boxes.create(1) == Error::ok);
    Buffer room;
    CHECK(boxes.empty(0));
    CHECK(boxes.send_any(0, {LetterKind::pipe_message}, "head", "short") == Error::ok);
    CHECK_FALSE(boxes.empty(0));
    CHECK(boxes.receive(0, room).value().payload == "headshort");
    const std::string body(3 << 20, 'b');
    CHECK(boxes.send_any(0, {LetterKind::pipe_message}, "head", body) == Error::ok);
    CHECK_FALSE(boxes.empty(0));
    CHECK(boxes.receive(0, room).error() == Error::would_block);
    Result<Letter> letter = boxes.receive_socket(0, room);
    REQUIRE(letter.ok());
    CHECK(letter.value().payload == "head");
    LetterBody file;
    REQUIRE(file.open(letter.value().socket.get()) == Error::ok);
    letter.value().socket = net::Fd();
    CHECK(file.view() == body);
    CHECK(boxes.empty(0));
}
