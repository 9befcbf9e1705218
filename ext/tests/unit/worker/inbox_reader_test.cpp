#include "worker/inbox_reader.h"

#include <fcntl.h>

#include "worker/rig.h"

using namespace tern;
using namespace tern::worker;
using namespace tern::worker::test;

namespace {

struct Handler final : MessageHandler {
    void handle(proc::Message& message) override {
        seen.emplace_back(message.payload);
        on_message(message);
    }
    bool begin_task(const proc::Message&, uint64_t) noexcept override { return may_run; }
    void run_task(const proc::Message& message) override { seen.push_back("run " + std::string(message.payload)); }
    void on_woken() override { ++woken; }
    void on_empty() override {
        ++emptied;
        on_end();
    }
    bool failed() const noexcept override { return has_failed; }

    std::vector<std::string> seen;
    std::function<void(proc::Message&)> on_message = [](proc::Message&) {};
    std::function<void()> on_end = [] {};
    int woken = 0;
    int emptied = 0;
    bool may_run = true;
    bool has_failed = false;
};

struct Results final : ResultWait {
    bool complete() const noexcept override { return got == wanted; }
    bool take(const proc::Message& message) override {
        if (message.head.kind != proc::MessageKind::task_result) return false;
        ++got;
        return true;
    }
    int got = 0;
    int wanted = 1;
};

struct ReaderRig {
    Shared shared;
    Process sender{shared, 0, 0, 5};
    Process self{shared, 1, 1, 6};
    Handler handler;
    loop::Loop loop;
    InboxReader reader{self.messenger, loop, handler, shared.log};

    explicit ReaderRig(bool runs_tasks = false) {
        REQUIRE(loop.open() == Error::ok);
        REQUIRE(reader.open(runs_tasks) == Error::ok);
    }
    ~ReaderRig() { reader.stop_reading(); }
    void send(proc::MessageKind kind, Bytes text) {
        REQUIRE(sender.messenger.send_to_worker(1, {.kind = kind}, text, {}) == Error::ok);
    }
    void turn() { REQUIRE(loop.turn(0) == Error::ok); }
};

using Kind = proc::MessageKind;
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("inbox reader: messages come in order, connections first") {
    ReaderRig rig;
    const Fd nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    rig.send(Kind::pipe_message, "one");
    rig.send(Kind::pipe_message, "two");
    REQUIRE(rig.shared.inboxes.send_socket(1, {Kind::handover, 0, 1}, "socket", {}, nothing.get()) == Error::ok);
    rig.turn();
    CHECK(rig.handler.seen == Lines{"socket", "one", "two"});
    CHECK(rig.handler.emptied == 1);
    rig.turn();
    CHECK(rig.handler.emptied == 1);  // it sleeps
    rig.send(Kind::pipe_message, "three");
    rig.turn();
    CHECK(rig.handler.seen.back() == "three");
}

TEST_CASE("inbox reader: a wake-up before it sleeps is not lost") {
    ReaderRig rig;
    int woken_before = 0;
    rig.handler.on_end = [&] {
        rig.shared.inboxes.wake(1);
        woken_before = rig.handler.woken;
    };
    rig.send(Kind::pipe_message, "one");
    rig.turn();
    CHECK(rig.handler.emptied == 1);
    CHECK(rig.handler.woken > woken_before);
    rig.reader.stop_reading();
    rig.shared.inboxes.wake(1);
    woken_before = rig.handler.woken;
    rig.turn();
    CHECK(rig.handler.woken > woken_before);
}

TEST_CASE("inbox reader: a message for another worker is forwarded when it outlives its reader") {
    ReaderRig rig;
    Process other(rig.shared, 2, 3, 8);
    REQUIRE(rig.shared.inboxes.send(1, {Kind::task, 0, 2}, "task") == Error::ok);
    REQUIRE(rig.shared.inboxes.send(1, {Kind::close_session, 0, 2}, "session") == Error::ok);
    rig.turn();
    CHECK(rig.handler.seen.empty());
    CHECK(other.next() == "task");
    CHECK(other.next() == "none");
}

TEST_CASE("inbox reader: where no more tasks may run they stay in the inbox") {
    ReaderRig rig(true);
    rig.handler.may_run = false;
    rig.send(Kind::task, "one");
    rig.send(Kind::task, "two");
    rig.turn();
    rig.turn();
    CHECK(rig.handler.seen.empty());
    rig.handler.may_run = true;
    rig.reader.read_on();
    rig.turn();
    CHECK(rig.handler.seen == Lines{"run one", "run two"});
    rig.send(Kind::task, "three");
    rig.reader.leave_to_successor();
    rig.reader.read_on();
    rig.turn();
    CHECK(rig.handler.seen.size() == 2);
    CHECK_FALSE(rig.reader.has_unread());
    CHECK_FALSE(rig.shared.inboxes.empty(1));
}

TEST_CASE("inbox reader: a worker that does not read is still woken when another inbox has room") {
    ReaderRig rig(true);
    rig.turn();
    rig.reader.stop_reading();
    rig.sender.fill();
    CHECK(rig.self.messenger.send_to_worker(0, {.kind = Kind::task}, "small", {}, OnFull::wake) ==
          Error::server_pipe_buffer_full);
    const int before = rig.handler.woken;
    rig.turn();
    CHECK(rig.handler.woken == before);
    rig.sender.empty();
    rig.turn();
    CHECK(rig.handler.woken == before + 1);
    rig.turn();
    CHECK(rig.handler.woken == before + 1);  // the loop does not spin
}

TEST_CASE("inbox reader: a result is waited for without the loop, and the other messages are held for it") {
    ReaderRig rig;
    rig.turn();
    rig.send(Kind::pipe_message, "before");
    rig.send(Kind::task_result, "result");
    rig.send(Kind::pipe_message, "behind");
    Results wait;
    rig.reader.read_results(wait, -1);
    CHECK(wait.complete());
    CHECK(rig.handler.seen.empty());
    CHECK(rig.reader.has_held());
    rig.turn();
    CHECK(rig.handler.seen == Lines{"before", "behind"});
    CHECK_FALSE(rig.reader.has_held());
}

TEST_CASE("inbox reader: a result that another process sends later ends the wait") {
    ReaderRig rig;
    rig.turn();
    const pid_t child = in_child([&] {
        return rig.sender.messenger.send_to_worker(1, {.kind = Kind::task_result}, "late", {}) == Error::ok ? 0 : 1;
    });
    Results wait;
    rig.reader.read_results(wait, -1);
    CHECK(wait.complete());
    CHECK(exit_code_of(child) == 0);
}

TEST_CASE("inbox reader: a wait for results ends with its time, and wake-ups for others are not lost") {
    ReaderRig rig;
    rig.turn();
    rig.sender.fill();
    CHECK(rig.self.messenger.send_to_worker(0, {.kind = Kind::task}, "small", {}, OnFull::wake) ==
          Error::server_pipe_buffer_full);
    rig.sender.empty();
    Results wait;
    rig.reader.read_results(wait, monotonic_ms() + 1);
    CHECK_FALSE(wait.complete());
    const int before = rig.handler.woken;
    rig.turn();
    CHECK(rig.handler.woken == before + 1);
}

TEST_CASE("inbox reader: a worker that stops handles results only, and returns the rest to the inbox") {
    ReaderRig rig;
    const Fd nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const std::string large(2 << 20, 'l');
    rig.reader.handle_results_only();
    rig.send(Kind::pipe_message, "one");
    rig.send(Kind::task_result, "result");
    REQUIRE(rig.sender.messenger.send_to_worker(1, {.kind = Kind::task}, "head", large) == Error::ok);
    REQUIRE(rig.shared.inboxes.send_socket(1, {Kind::handover, 0, 1}, "socket", {}, nothing.get()) == Error::ok);
    rig.turn();
    CHECK(rig.handler.seen == Lines{"result"});
    CHECK(rig.reader.has_held());
    rig.reader.return_held();
    CHECK_FALSE(rig.reader.has_held());
    CHECK(rig.shared.inboxes.receive_socket(1, rig.self.room).value().payload == "socket");
    CHECK(rig.self.next() == "one");
    const Result<proc::Message> message = rig.shared.inboxes.receive(1, rig.self.room);
    REQUIRE(message.ok());
    proc::MessageBody file;
    CHECK(body_of(message.value(), message.value().payload, file) == large);
}

TEST_CASE("inbox reader: what is held has a limit, behind which the inbox fills") {
    ReaderRig rig;
    rig.reader.handle_results_only();
    const std::string large(proc::Inboxes::kMaxPayload, 'x');
    int sent = 0;
    for (int idle = 0; idle < 3; ++idle) {
        while (rig.sender.messenger.send_to_worker(1, {.kind = Kind::pipe_message}, large, {}) == Error::ok) {
            ++sent;
            idle = 0;
        }
        rig.turn();
    }
    CHECK(static_cast<size_t>(sent) * large.size() > HeldMessages::kMostBytes);
    CHECK(static_cast<size_t>(sent) * large.size() < HeldMessages::kMostBytes + 3 * proc::Inboxes::kRingBytes);
}

TEST_CASE("inbox reader: after a fatal error nothing is handled any more") {
    ReaderRig rig;
    rig.handler.on_message = [&](proc::Message&) { rig.handler.has_failed = true; };
    rig.send(Kind::pipe_message, "one");
    rig.send(Kind::pipe_message, "two");
    rig.turn();
    CHECK(rig.handler.seen == Lines{"one"});
}
