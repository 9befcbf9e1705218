#include "worker/transfer.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "worker/rig.h"

using namespace tern;
using namespace tern::worker;
using namespace tern::worker::test;

namespace {

struct Ports final : ConnectionReceiver {
    bool has_listener(uint32_t listener) const noexcept override { return listener == 0; }
    int port_for(const net::Address&) const noexcept override { return 0; }
    void accept(Fd socket, const serve::ConnectionInfo& connection, serve::Arrival arrival,
                Bytes unread) noexcept override {
        ++(arrival == serve::Arrival::accepted ? greeted : adopted);
        last = std::move(socket);
        session = connection.session_id;
        bytes = unread;
    }

    int greeted = 0;
    int adopted = 0;
    Fd last;
    int64_t session = 0;
    std::string bytes;
};

struct HandoverMember : Process {
    Ports ports;
    Handovers handovers{messenger, ports};

    using Process::Process;
    bool receive() {
        Result<proc::Message> message = shared.inboxes.receive_socket(slot(), room);
        if (message.ok()) handovers.receive(message.value());
        return message.ok();
    }
};

// A client's connection, and the worker's side of it.
struct Connected {
    Fd client;
    Fd server;
    Connected() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        client = Fd(ends[0]);
        server = Fd(ends[1]);
    }
};

// Until the line of its inbox takes no more. How many.
int fill_with_sockets(Process& process) {
    const Fd nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const std::string bytes(proc::Inboxes::kMaxWithSocket, 'x');
    int count = 0;
    while (process.shared.inboxes.send_socket(process.slot(), {proc::MessageKind::handover, 9, 9}, bytes, {},
                                              nothing.get()) == Error::ok) {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("handover: the successor has the socket, the session and the unread bytes") {
    Shared shared;
    HandoverMember old(shared, 1, 1, 6);
    const int64_t session = old.open_session();
    HandoverMember fresh(shared, 1, 2, 7);
    Connected line;
    REQUIRE(old.handovers.hand_over({session, {}}, line.server.get(), "GET /") == Error::ok);
    line.server = Fd();
    CHECK(shared.state.sessions().owner_of(session) == 7);
    REQUIRE(fresh.receive());
    CHECK(fresh.ports.adopted == 1);
    CHECK(fresh.ports.session == session);
    CHECK(fresh.ports.bytes == "GET /");
    REQUIRE(write(fresh.ports.last.get(), "hello", 5) == 5);
    char text[5];
    CHECK(read(line.client.get(), text, 5) == 5);
    CHECK(shared.state.slot(2).coming.load() == 0);
}

TEST_CASE("handover: without a successor the connection stays") {
    Shared shared;
    HandoverMember old(shared, 1, 1, 6);
    const int64_t session = old.open_session();
    Connected line;
    CHECK(old.handovers.hand_over({session, {}}, line.server.get(), {}) == Error::session_not_exist);
    CHECK(shared.state.sessions().owner_of(session) == 6);
}

TEST_CASE("handover: a full inbox delays it, and its reader wakes the old worker") {
    Shared shared;
    HandoverMember old(shared, 1, 1, 6);
    const int64_t session = old.open_session();
    HandoverMember fresh(shared, 1, 2, 7);
    Connected line;
    old.sleep();
    const int count = fill_with_sockets(fresh);
    CHECK(old.handovers.hand_over({session, {}}, line.server.get(), {}) == Error::server_pipe_buffer_full);
    CHECK(shared.state.sessions().owner_of(session) == 6);
    CHECK(shared.state.slot(2).coming.load() == 0);
    CHECK_FALSE(old.woken());
    for (int n = 0; n < count; ++n) REQUIRE(fresh.receive());
    CHECK(old.woken());
    CHECK(old.handovers.hand_over({session, {}}, line.server.get(), {}) == Error::ok);
    REQUIRE(fresh.receive());
    CHECK(fresh.ports.session == session);
}

TEST_CASE("handover: a receiver that ends meanwhile has not taken the session with it") {
    Shared shared;
    HandoverMember old(shared, 1, 1, 6);
    const int64_t session = old.open_session();
    HandoverMember fresh(shared, 1, 2, 7);
    Connected line;
    REQUIRE(old.handovers.hand_over({session, {}}, line.server.get(), "bytes") == Error::ok);
    // It dies with the message in its inbox: the sessions that it had go, and its successor in the slot reads on.
    shared.state.vacate(2);
    shared.state.sessions().release_all(7);
    HandoverMember next(shared, 1, 2, 8);
    REQUIRE(next.receive());
    CHECK(next.ports.adopted == 1);
    CHECK(next.ports.bytes == "bytes");
    CHECK(next.ports.session != session);
    CHECK(shared.state.sessions().owner_of(next.ports.session) == 8);
    CHECK(write(next.ports.last.get(), "hello", 5) == 5);
}

TEST_CASE("handover: a receiver that has gone before gets nothing") {
    Shared shared;
    HandoverMember old(shared, 1, 1, 6);
    const int64_t session = old.open_session();
    { HandoverMember fresh(shared, 1, 2, 7); }
    shared.state.vacate(2);
    Connected line;
    CHECK(old.handovers.hand_over({session, {}}, line.server.get(), {}) == Error::session_not_exist);
    CHECK(shared.state.sessions().owner_of(session) == 6);
    CHECK_FALSE(readable(shared.inboxes.line_fd(2)));
}

TEST_CASE("handover: a new connection goes to a worker that has clearly fewer, and is greeted there") {
    Shared shared;
    HandoverMember busy(shared, 0, 0, 5);
    HandoverMember idle(shared, 1, 1, 6);
    const int64_t session = busy.open_session();
    Connected line;
    CHECK(busy.handovers.pass_on({session, {}}, line.server.get()) == Error::wrong_operation);
    shared.state.slot(0).connection_num.add(100);
    REQUIRE(busy.handovers.pass_on({session, {}}, line.server.get()) == Error::ok);
    CHECK(shared.state.slot(1).coming.load() == 1);
    REQUIRE(idle.receive());
    CHECK(idle.ports.greeted == 1);
    CHECK(idle.ports.adopted == 0);
    CHECK(shared.state.slot(1).coming.load() == 0);
}

TEST_CASE("handover: a worker with too much to do passes connections on with the request that has arrived") {
    Shared shared;
    HandoverMember busy(shared, 0, 0, 5);
    HandoverMember idle(shared, 1, 1, 6);
    const int64_t first = busy.open_session();
    const int64_t session = busy.open_session();
    Connected line;
    shared.state.slot(0).concurrency.set(2);
    CHECK(busy.handovers.rebalance({session, {}}, line.server.get(), {}) == Error::wrong_operation);
    CHECK_FALSE(busy.handovers.has_moves());
    int64_t now_us = 1'000'000'000;
    for (int i = 0; i < proc::Rebalancer::kSightings; ++i) {
        busy.handovers.after_turn(now_us += proc::Rebalancer::kCompareEveryUs);
        busy.handovers.after_turn(now_us);
    }
    CHECK(busy.handovers.has_moves());
    CHECK(busy.handovers.rebalance({first, {}}, line.server.get(), {}) == Error::wrong_operation);
    REQUIRE(busy.handovers.rebalance({session, {}}, line.server.get(), "GET /") == Error::ok);
    CHECK_FALSE(busy.handovers.has_moves());
    CHECK(shared.state.sessions().owner_of(session) == 6);
    REQUIRE(idle.receive());
    CHECK(idle.ports.adopted == 1);
    CHECK(idle.ports.greeted == 0);
    CHECK(idle.ports.session == session);
    CHECK(idle.ports.bytes == "GET /");
}

TEST_CASE("handover: a full inbox leaves a connection where it is") {
    Shared shared;
    HandoverMember busy(shared, 0, 0, 5);
    HandoverMember idle(shared, 1, 1, 6);
    const int64_t session = busy.open_session();
    Connected line;
    shared.state.slot(0).concurrency.set(1);
    shared.state.slot(0).request_limit.set(1);
    (void)fill_with_sockets(idle);
    CHECK(busy.handovers.rebalance({session, {}}, line.server.get(), {}) == Error::server_pipe_buffer_full);
    CHECK(shared.state.sessions().owner_of(session) == 5);
    CHECK(shared.state.slot(1).coming.load() == 0);
}

TEST_CASE("handover: what is no handover is dropped, with its socket") {
    Shared shared;
    HandoverMember fresh(shared, 1, 2, 7);
    Connected line;
    proc::Handover elsewhere;
    elsewhere.origin.listener = 3;
    REQUIRE(shared.inboxes.send_socket(2, {proc::MessageKind::handover, 0, 1}, "short", {}, line.server.get()) ==
            Error::ok);
    REQUIRE(shared.inboxes.send_socket(2, {proc::MessageKind::handover, 0, 1}, bytes_of(elsewhere), {},
                                       line.server.get()) == Error::ok);
    line.server = Fd();
    CHECK(fresh.receive());
    CHECK(fresh.receive());
    CHECK(fresh.ports.adopted == 0);
    char byte = 0;
    CHECK(read(line.client.get(), &byte, 1) == 0);
}
