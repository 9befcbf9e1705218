#include "worker/messenger.h"

#include <csignal>

#include "worker/rig.h"

using namespace tern;
using namespace tern::worker;
using namespace tern::worker::test;

namespace {

constexpr proc::MessageHead kTask{.kind = proc::MessageKind::task};

std::string body_text(const proc::Message& message, Bytes rest) {
    proc::MessageBody file;
    return std::string(body_of(message, rest, file));
}

}  // namespace

TEST_CASE("messenger: messages of one sender arrive in order, also one that is larger than the inbox") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process receiver(shared, 1, 1, 6);
    const std::string large(5 << 20, 'x');
    CHECK(sender.messenger.send_to_worker(1, kTask, "first", {}) == Error::ok);
    CHECK(sender.messenger.send_to_worker(1, kTask, "head", large) == Error::ok);
    CHECK(sender.messenger.send_to_worker(1, kTask, "last", {}) == Error::ok);
    CHECK(receiver.next() == "first");
    const Result<proc::Message> message = shared.inboxes.receive(1, receiver.room);
    REQUIRE(message.ok());
    CHECK(message.value().head.from_worker == 0);
    CHECK(message.value().head.to_worker == 1);
    CHECK(body_text(message.value(), message.value().payload) == large);
    CHECK(receiver.next() == "last");
    CHECK(receiver.next() == "none");
}

TEST_CASE("messenger: every kind of message has a limit") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process receiver(shared, 1, 1, 6);
    const int64_t session = receiver.open_session();
    const std::string most(Messenger::kMaxSessionPayload, 'x');
    CHECK(sender.messenger.send_to_session(session, most) == Error::ok);
    CHECK(sender.messenger.send_to_session(session, most + std::string(64, 'x')) == Error::data_length_too_large);
    CHECK(sender.messenger.send(1, proc::MessageKind::broadcast, most, most) == Error::data_length_too_large);
    CHECK(sender.messenger.push({.session_id = session}, "frame") == Error::ok);
    CHECK(sender.messenger.disconnect({.session_id = session}, "why") == Error::ok);
    CHECK(sender.messenger.close_session(session, true) == Error::ok);
    CHECK(sender.messenger.close_session(session + 1, true) == Error::session_not_exist);
}

TEST_CASE("messenger: a result goes to the process that asked, else to the one that has its worker id") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process old(shared, 1, 1, 6);
    Process fresh(shared, 1, 2, 7);
    CHECK(sender.messenger.send_to_process(6, 1, kTask, "old", {}) == Error::ok);
    shared.state.vacate(1);
    CHECK(sender.messenger.send_to_process(6, 1, kTask, "new", {}) == Error::ok);
    CHECK(old.next() == "old");
    CHECK(fresh.next() == "new");
    shared.state.vacate(2);
    CHECK(sender.messenger.send_to_process(6, 1, kTask, "nobody", {}) == Error::server_no_idle_worker);
    CHECK(sender.messenger.send_to_process(0, -1, kTask, "master", {}) == Error::ok);
    CHECK_FALSE(shared.inboxes.empty(sender.messenger.master_slot()));
}

TEST_CASE("messenger: a full inbox is an error, and a sender that wants is woken when there is room") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process receiver(shared, 1, 1, 6);
    sender.sleep();
    const int count = receiver.fill();
    CHECK(sender.messenger.send_to_worker(1, kTask, "small", {}) == Error::server_pipe_buffer_full);
    receiver.next();
    CHECK_FALSE(sender.woken());  // it did not ask
    receiver.fill();
    CHECK(sender.messenger.send_to_worker(1, kTask, "small", {}, OnFull::wake) == Error::server_pipe_buffer_full);
    CHECK_FALSE(sender.woken());
    int taken = 0;
    while (!sender.woken() && taken < count) {
        REQUIRE(receiver.next() == "small");
        ++taken;
    }
    CHECK(sender.woken());
    CHECK(taken < count / 2);
    const std::string largest(proc::Inboxes::kMaxPayload, 'x');
    CHECK(sender.messenger.send_to_worker(1, kTask, largest, {}) == Error::ok);
    sender.sleep();
    receiver.empty();
    CHECK_FALSE(sender.woken());  // once
}

TEST_CASE("messenger: the reader of one inbox wakes all who wait for it, and nobody else") {
    Shared shared({.events = 40});
    std::vector<std::unique_ptr<Process>> senders;
    for (uint32_t slot = 0; slot < 80; slot += 2) {
        senders.push_back(std::make_unique<Process>(shared, static_cast<int>(slot / 2), slot, slot + 1));
        senders.back()->sleep();
    }
    Process receiver(shared, 0, 81, 99);
    receiver.fill();
    for (size_t i = 0; i < senders.size(); i += 2) {
        CHECK(senders[i]->messenger.send(81, proc::MessageKind::task, "small", {}, {}, OnFull::wake) ==
              Error::server_pipe_buffer_full);
    }
    receiver.empty();
    for (size_t i = 0; i < senders.size(); ++i) CHECK(senders[i]->woken() == (i % 2 == 0));
}

TEST_CASE("messenger: a process that blocks goes on when the inbox that was full is read") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process receiver(shared, 1, 1, 6);
    const int64_t session = receiver.open_session();
    const std::string bytes(8 << 20, 'b');
    receiver.fill();
    const pid_t child = in_child(
        [&] { return sender.messenger.send_to_session_blocking(session, bytes, kForeverMs) == Error::ok ? 0 : 1; });
    size_t got = 0;
    while (got < bytes.size()) {
        pollfd one{shared.inboxes.ring_fd(1), POLLIN, 0};
        if (shared.inboxes.sleep(1)) (void)::poll(&one, 1, -1);
        for (;;) {
            const Result<proc::Message> message = shared.inboxes.receive(1, receiver.room);
            if (!message.ok()) break;
            if (message.value().head.kind == proc::MessageKind::send_to_session) {
                got += message.value().payload.size() - sizeof(int64_t);
            }
        }
    }
    CHECK(got == bytes.size());
    CHECK(exit_code_of(child) == 0);
}

TEST_CASE("messenger: who blocks for a receiver that dies with messages queued is told") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process receiver(shared, 1, 1, 6);
    const int64_t session = receiver.open_session();
    receiver.fill();
    const pid_t reader = in_child([] {
        for (;;) pause();
        return 0;
    });
    const pid_t child = in_child([&] {
        const Error error = sender.messenger.send_to_session_blocking(session, "bytes", kForeverMs);
        return error == Error::session_not_exist ? 0 : 1;
    });
    kill(reader, SIGKILL);
    CHECK(exit_code_of(reader) == 1000 + SIGKILL);
    // As the master does after it has reaped one.
    shared.state.vacate(1);
    shared.state.sessions().release_all(6);
    shared.inboxes.wake_all();
    CHECK(exit_code_of(child) == 0);
}

TEST_CASE("messenger: who blocks for a worker that is not there yet goes on when it begins") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    const pid_t child = in_child([&] {
        RoomWait room(sender.messenger, monotonic_ms() + kForeverMs);
        Error error = Error::ok;
        do error = sender.messenger.send_to_worker(1, kTask, "for the new one", {}, OnFull::wake);
        while (room.wait_after(error));
        return error == Error::ok ? 0 : 1;
    });
    Process receiver(shared, 1, 1, 6);
    shared.inboxes.wake_all();
    CHECK(exit_code_of(child) == 0);
    CHECK(receiver.next() == "for the new one");
}

TEST_CASE("messenger: a blocked process gives a wake-up of another message back") {
    Shared shared;
    Process sender(shared, 0, 0, 5);
    Process receiver(shared, 1, 1, 6);
    sender.sleep();
    receiver.fill();
    CHECK(receiver.messenger.send_to_worker(0, kTask, "for the sender", {}) == Error::ok);
    {
        RoomWait room(sender.messenger, monotonic_ms() + 1);
        while (room.wait_after(Error::server_pipe_buffer_full)) {}
    }
    CHECK(sender.woken());
    CHECK(sender.next() == "for the sender");
}

TEST_CASE("messenger: the master does not wait") {
    Shared shared;
    Process receiver(shared, 1, 1, 6);
    Messenger master(shared.state, shared.inboxes);
    const int64_t session = receiver.open_session();
    receiver.fill();
    CHECK(master.send_to_session_blocking(session, "bytes", kForeverMs) == Error::server_pipe_buffer_full);
}

TEST_CASE("messenger: a message for another worker is forwarded, one about a session to its owner") {
    Shared shared;
    Process here(shared, 0, 0, 5);
    Process there(shared, 1, 1, 6);
    const int64_t session = there.open_session();
    proc::Message message;
    message.head = {.kind = proc::MessageKind::task, .from_worker = 3, .to_worker = 1};
    message.payload = "task";
    here.messenger.forward(message, shared.log);
    CHECK(there.next() == "task");
    message.head.to_worker = 0;
    here.messenger.forward_to_owner(message, session, shared.log);
    CHECK(there.next() == "task");
    message.head.to_worker = 7;
    here.messenger.forward(message, shared.log);
    REQUIRE(shared.journal.lines.size() == 1);
    CHECK(shared.journal.lines[0].starts_with("a message to worker 7 is lost"));
}
