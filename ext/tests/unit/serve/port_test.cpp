#include "serve/port.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sched.h>

#include "serve/successor.h"
#include "serve/watched.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

const std::string kGet = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

Client call(const Rig& rig) {
    int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(fd >= 0);
    const net::Address& address = rig.listener.address();
    REQUIRE(::connect(fd, address.raw(), address.size) == 0);
    return Client(fd);
}

// Until so many connections wait to be accepted.
void wait_for_queue(const Rig& rig, uint32_t count) {
    tcp_info info{};
    socklen_t size = sizeof info;
    while (info.tcpi_unacked < count) {
        REQUIRE(getsockopt(rig.listener.fd(), IPPROTO_TCP, TCP_INFO, &info, &size) == 0);
        sched_yield();
    }
}

}  // namespace

TEST_CASE("port: accepts over TCP, says so, and knows who called") {
    Rig rig;
    REQUIRE(rig.port->open() == Error::ok);
    Client client = call(rig);
    rig.handler.request = [&](Exchange& exchange) {
        CHECK(exchange.origin.family == AF_INET);
        CHECK(exchange.origin.server_port == rig.listener.address().port());
        CHECK(exchange.origin.remote_port != 0);
        (void)answer(exchange, "tcp");
    };
    client.send(kGet);
    std::string got;
    for (int i = 0; i < 1000 && got.empty(); ++i) {
        rig.turn();
        got = client.take();
    }
    CHECK(summary(got) == "200 tcp|");
    CHECK(rig.handler.connects == 1);
    CHECK(rig.counters.accept_count.get() == 1);
    client.leave();
    for (int i = 0; i < 1000 && rig.handler.closes == 0; ++i) rig.turn();
    CHECK(rig.handler.closes == 1);
    CHECK(rig.counters.close_count.get() == 1);
}

TEST_CASE("port: a turn accepts one connection, and all that wait after some turns in a row") {
    Rig rig;
    REQUIRE(rig.port->open() == Error::ok);
    std::vector<Client> clients;
    for (int i = 0; i < 48; ++i) clients.push_back(call(rig));
    wait_for_queue(rig, 48);
    for (uint64_t turn = 1; turn <= 8; ++turn) {
        rig.turn(1);
        CHECK(rig.counters.accept_count.get() == turn);
    }
    rig.turn(1);
    CHECK(rig.counters.accept_count.get() == 8 + 32);
    rig.turn(1);
    CHECK(rig.counters.accept_count.get() == 48);
    clients.push_back(call(rig));
    clients.push_back(call(rig));
    wait_for_queue(rig, 2);
    rig.turn(1);
    CHECK(rig.counters.accept_count.get() == 49);
    rig.turn(1);
    CHECK(rig.counters.accept_count.get() == 50);
}

TEST_CASE("port: a new connection is watched after its first input, if it is still open") {
    Rig rig;
    REQUIRE(rig.port->open() == Error::ok);
    rig.handler.request = [&](Exchange& exchange) {
        CHECK(!is_watched(rig.port->find(exchange.session_id)->fd()));
        (void)answer(exchange, "first");
    };
    Client client = call(rig);
    client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    rig.turn(1);
    CHECK(summary(client.take()) == "200 first|");
    CHECK(client.ended());
    Client kept = call(rig);
    kept.send(kGet);
    rig.turn(1);
    CHECK(summary(kept.take()) == "200 first|");
    rig.handler.request = [&](Exchange& exchange) {
        CHECK(is_watched(rig.port->find(exchange.session_id)->fd()));
        (void)answer(exchange, "second");
    };
    CHECK(summary(rig.ask(kept, kGet)) == "200 second|");
    Client silent = call(rig);
    rig.turn(1);
    CHECK(summary(rig.ask(silent, kGet)) == "200 second|");
}

TEST_CASE("port: the program may end a connection before its first input is handled") {
    Rig rig;
    REQUIRE(rig.port->open() == Error::ok);
    rig.handler.connected = [&](int64_t id) { rig.port->find(id)->close(); };
    Client client = call(rig);
    client.send(kGet);
    rig.turn();
    CHECK(rig.handler.requests == 0);
    CHECK(rig.port->empty());
}

TEST_CASE("port: connections have the options of their port, also those that waited in a socket from another program") {
    RigOptions options;
    options.port.socket.keep_alive = true;
    options.port.socket.user_timeout_ms = 12'345;
    Rig rig(options);
    bool waited = false;
    SUBCASE("") { waited = false; }
    SUBCASE("waited") { waited = true; }
    if (waited) rig.listener = std::move(net::Listener::adopt(Fd(::dup(rig.listener.fd()))).value());
    std::optional<Client> early;
    if (waited) early.emplace(call(rig));
    REQUIRE(rig.port->open() == Error::ok);
    int checked = 0;
    rig.handler.request = [&](Exchange& exchange) {
        const int fd = rig.port->find(exchange.session_id)->fd();
        const auto value_of = [fd](int level, int option) {
            int value = -1;
            socklen_t size = sizeof value;
            CHECK(getsockopt(fd, level, option, &value, &size) == 0);
            return value;
        };
        CHECK(value_of(IPPROTO_TCP, TCP_NODELAY) == 1);
        CHECK(value_of(SOL_SOCKET, SO_KEEPALIVE) == 1);
        CHECK(value_of(IPPROTO_TCP, TCP_KEEPIDLE) == options.port.socket.keep_idle_s);
        CHECK(value_of(IPPROTO_TCP, TCP_USER_TIMEOUT) == 12'345);
        ++checked;
        (void)answer(exchange, "yes");
    };
    Client client = waited ? std::move(*early) : call(rig);
    client.send(kGet);
    rig.turn();
    CHECK(checked == 1);
}

TEST_CASE("port: at its limit it lets callers wait, and goes on when there is a place") {
    RigOptions options;
    options.port.max_connections = 2;
    Rig rig(options);
    REQUIRE(rig.port->open() == Error::ok);
    std::vector<Client> clients;
    for (int i = 0; i < 3; ++i) clients.push_back(call(rig));
    rig.turn();
    CHECK(rig.counters.connection_num.get() == 2);
    CHECK(rig.journal.lines.size() == 1);
    clients[0].leave();
    for (int i = 0; i < 1000 && rig.counters.accept_count.get() < 3; ++i) rig.turn();
    CHECK(rig.counters.accept_count.get() == 3);
    CHECK(rig.counters.connection_num.get() == 2);
}

TEST_CASE("port: finds its connections by session, and only those") {
    Rig rig;
    Client first = rig.connect();
    int64_t first_id = rig.last_session;
    Client second = rig.connect();
    Connection* found = rig.port->find(first_id);
    REQUIRE(found != nullptr);
    CHECK(found->info().session_id == first_id);
    CHECK(rig.port->find(first_id + 1'000'000) == nullptr);
    found->close();
    CHECK(rig.port->find(first_id) == nullptr);
    CHECK(rig.port->find(rig.last_session) != nullptr);
}

TEST_CASE("port: leaving without a successor closes what is idle, finishes what is not, and says so") {
    Rig rig;
    REQUIRE(rig.port->open() == Error::ok);
    rig.handler.keep_all();
    Client idle = rig.connect();
    Client busy = rig.connect();
    Client sending = rig.connect();
    (void)rig.ask(busy, kGet);
    (void)rig.ask(sending, "POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo");
    rig.port->drain(nullptr);
    rig.turn();
    CHECK(idle.take().empty());
    CHECK(idle.ended());
    CHECK(rig.port->closing());
    CHECK(!rig.port->empty());
    (void)rig.ask(sending, "dy");
    REQUIRE(rig.handler.kept.size() == 2);
    for (Client* client : {&busy, &sending}) {
        rig.handler.answer_next("last");
        rig.turn();
        std::string got = client->take();
        CHECK(summary(got) == "200 last|");
        CHECK(got.find("Connection: close\r\n") != std::string::npos);
        client->leave();
    }
    rig.turn();
    CHECK(rig.port->empty());
    CHECK(rig.handler.closes == 3);
}

TEST_CASE("port: leaving without a successor answers those who came just now, or have begun to ask") {
    Rig rig;
    REQUIRE(rig.port->open() == Error::ok);
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "yes"); };
    Client fresh = call(rig);
    Client silent = call(rig);
    while (rig.handler.connects < 2) rig.turn();
    Client asking = rig.connect();
    Client begun = rig.connect();
    begun.send(kGet.substr(0, 5));
    rig.turn();
    asking.send(kGet);
    rig.port->drain(nullptr);
    fresh.send(kGet);
    begun.send(kGet.substr(5));
    for (Client* client : {&fresh, &asking, &begun}) {
        std::string got;
        for (int i = 0; i < 1000 && got.empty(); ++i) {
            rig.turn();
            got = client->take();
        }
        CHECK(summary(got) == "200 yes|");
        CHECK(got.find("Connection: close\r\n") != std::string::npos);
        client->leave();
    }
    (void)silent.take();
    CHECK(!silent.ended());
    rig.pass_ms(1'001);
    (void)silent.take();
    CHECK(silent.ended());
    rig.turn();
    CHECK(rig.port->empty());
}

TEST_CASE(
    "port: leaving without a successor waits for those who have just got a response, whatever happens meanwhile") {
    Rig rig;
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "yes"); };
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, kGet)) == "200 yes|");
    rig.port->drain(nullptr);
    rig.port->find(rig.last_session)->on_events(loop::kWritable);  // the loop reports it once more, without input
    rig.pass_ms(500);
    (void)client.take();
    CHECK(!client.ended());
    CHECK(rig.ask(client, kGet).find("Connection: close\r\n") != std::string::npos);
}

TEST_CASE("port: leaving survives a handler that closes other connections meanwhile") {
    Rig rig;
    std::vector<Client> clients;
    std::vector<int64_t> ids;
    for (int i = 0; i < 6; ++i) {
        clients.push_back(rig.connect());
        ids.push_back(rig.last_session);
    }
    rig.handler.closed = [&](int64_t) {
        for (int64_t id : ids) {
            if (Connection* other = rig.port->find(id)) other->close();
        }
    };
    rig.port->drain(nullptr);
    rig.turn();
    CHECK(rig.handler.closes == 6);
    CHECK(rig.port->empty());
}

TEST_CASE("port: a successor gets connections with what was read of them, and clients notice nothing") {
    Rig old_rig;
    Rig new_rig;
    Successor successor;
    Client idle = old_rig.connect();
    Client partial = old_rig.connect();
    Client busy = old_rig.connect();
    (void)old_rig.ask(idle, kGet);
    (void)old_rig.ask(partial, "GET /partial HTTP/1.1\r\nHo");
    old_rig.handler.keep_all();
    (void)old_rig.ask(busy, "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\nGET /3");
    old_rig.port->drain(&successor);
    CHECK(successor.received.size() == 2);
    deliver(old_rig, new_rig, successor);
    CHECK(summary(new_rig.ask(partial, "st: x\r\n\r\n")) == "200 /partial|");
    CHECK(summary(new_rig.ask(idle, kGet)) == "200 /a|");

    old_rig.handler.answer_next("one");
    old_rig.turn();
    CHECK(old_rig.handler.requests == 2);  // the first of each
    CHECK(summary(busy.take()) == "200 one|");
    REQUIRE(successor.received.size() == 1);
    CHECK(successor.received[0].unread == "GET /2 HTTP/1.1\r\nHost: x\r\n\r\nGET /3");
    deliver(old_rig, new_rig, successor);
    CHECK(summary(new_rig.ask(busy, " HTTP/1.1\r\nHost: x\r\n\r\n")) == "200 /2|200 /3|");
    CHECK(old_rig.port->empty());
    CHECK(old_rig.handler.closes == 0);
    CHECK(old_rig.counters.close_count.get() == 0);
    CHECK(new_rig.counters.connection_num.get() == 3);
}

TEST_CASE("port: an adopted connection that has a whole request in its luggage answers it") {
    Rig rig;
    Client client = rig.connect(kGet + "GET /b HTTP/1.1\r\n");
    rig.turn();
    CHECK(summary(client.take()) == "200 /a|");
    CHECK(summary(rig.ask(client, "Host: x\r\n\r\n")) == "200 /b|");
}

namespace {

// Gives the port a connection that has come in this way.
Error arrive(Rig& rig, Client& client, Arrival arrival, Bytes unread) {
    std::array<int, 2> fds{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
    client = Client(fds[1]);
    ConnectionInfo info;
    info.session_id = rig.sessions.allocate(Rig::kIncarnation, 0, info.origin).value();
    return rig.port->accept(Fd(fds[0]), info, arrival, unread);
}

}  // namespace

TEST_CASE("port: the program sees a connect unless the connection is another worker's") {
    Rig rig;
    Client accepted;
    Client upgraded;
    Client handed_over;
    REQUIRE(arrive(rig, accepted, Arrival::accepted, {}) == Error::ok);
    CHECK(rig.handler.connects == 1);
    REQUIRE(arrive(rig, upgraded, Arrival::upgraded, "GET /a HTTP/1.1\r\n") == Error::ok);
    CHECK(rig.handler.connects == 2);
    CHECK(summary(rig.ask(upgraded, "Host: x\r\n\r\n")) == "200 /a|");
    REQUIRE(arrive(rig, handed_over, Arrival::handed_over, {}) == Error::ok);
    CHECK(rig.handler.connects == 2);
}

TEST_CASE("port: the program does not see the end of a connection that it has not seen") {
    Rig rig;
    Client client;
    const std::string unread(net::Block::kLargeSize, 'x');
    CHECK(arrive(rig, client, Arrival::upgraded, unread) == Error::data_length_too_large);
    CHECK(rig.handler.connects == 0);
    CHECK(rig.handler.closes == 0);
    CHECK(client.take().empty());
    CHECK(client.ended());
}

TEST_CASE("port: a worker that leaves drains a new connection whose first bytes are missing") {
    RigOptions options;
    options.port.proxy_protocol = true;
    Rig rig(options);
    Successor successor;
    rig.port->drain(&successor);
    Client client;
    REQUIRE(arrive(rig, client, Arrival::accepted, {}) == Error::ok);
    CHECK(successor.received.empty());
    rig.pass_ms(1100);
    CHECK(rig.port->empty());
}

TEST_CASE("port: luggage that is larger than a read buffer is refused") {
    Rig rig;
    std::array<int, 2> fds{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
    Client client(fds[1]);
    ConnectionInfo info;
    info.session_id = rig.sessions.allocate(Rig::kIncarnation, 0, info.origin).value();
    std::string unread(net::Block::kLargeSize, 'x');
    CHECK(rig.port->accept(Fd(fds[0]), info, Arrival::handed_over, unread) == Error::data_length_too_large);
    CHECK(rig.handler.closes == 1);
    CHECK(client.take().empty());
    CHECK(client.ended());
}

TEST_CASE("port: a successor whose hands are full is asked again") {
    Rig rig;
    Successor successor;
    successor.outcome = Error::would_block;
    Client client = rig.connect("GET /half");
    rig.port->drain(&successor);
    rig.pass_ms(10);
    rig.pass_ms(10);
    CHECK(rig.counters.connection_num.get() == 1);
    successor.outcome = Error::ok;
    rig.pass_ms(10);
    REQUIRE(successor.received.size() == 1);
    CHECK(successor.received[0].unread == "GET /half");
    CHECK(rig.port->empty());
    CHECK(rig.sessions.release(rig.last_session, Rig::kIncarnation) == Error::ok);
}

TEST_CASE("port: a successor without room is asked again when it has some, and not before") {
    Rig rig;
    Successor successor;
    successor.outcome = Error::server_pipe_buffer_full;
    Client client = rig.connect("GET /half");
    rig.port->drain(&successor);
    rig.pass_ms(10);  // it reads the rest of what has arrived, and asks then, too
    rig.pass_ms(10);
    successor.outcome = Error::ok;
    rig.pass_ms(10);
    CHECK(successor.received.empty());
    rig.port->hand_over_waiting();
    REQUIRE(successor.received.size() == 1);
    CHECK(rig.port->empty());
    CHECK(rig.sessions.release(rig.last_session, Rig::kIncarnation) == Error::ok);
    rig.port->hand_over_waiting();
    CHECK(successor.received.size() == 1);
}

TEST_CASE("port: a successor that is not there: connections are closed instead") {
    Rig rig;
    Successor successor;
    successor.outcome = Error::broken_pipe;
    Client client = rig.connect();
    rig.port->drain(&successor);
    rig.turn();
    CHECK(client.take().empty());
    CHECK(client.ended());
    CHECK(rig.handler.closes == 1);
}

TEST_CASE("port: what is adopted while leaving goes on to the successor") {
    Rig rig;
    Successor successor;
    rig.port->drain(&successor);
    Client client = rig.connect("GET /late");
    REQUIRE(successor.received.size() == 1);
    CHECK(successor.received[0].unread == "GET /late");
    CHECK(rig.sessions.release(rig.last_session, Rig::kIncarnation) == Error::ok);
}

TEST_CASE("port: giving up answers 503 to those who wait, cuts the rest, and calls no handler any more") {
    RigOptions options;
    options.admission.worker_max_concurrency = 2;
    Rig rig(options);
    rig.handler.keep_all();
    Client idle = rig.connect();
    Client asked = rig.connect();
    Client streamed = rig.connect();
    Client queued = rig.connect();
    (void)rig.ask(asked, kGet);
    (void)rig.ask(streamed, kGet);
    (void)rig.ask(queued, kGet);
    REQUIRE(rig.handler.kept.size() == 2);
    Exchange& streaming = *rig.handler.kept[1];
    http::ResponseHead head;
    (void)streaming.responder()->start(streaming, head);
    (void)streaming.responder()->write(streaming, Slice("part"));
    rig.port->terminate();
    rig.turn();
    CHECK(rig.port->empty());
    const std::string unavailable = asked.take();
    CHECK(summary(unavailable) == "503 |");
    CHECK(unavailable.find("\r\nRetry-After: 1\r\n") != std::string::npos);
    CHECK(summary(queued.take()) == "503 |");
    CHECK(unchunked(streamed.take()) == "part...");
    CHECK(idle.take().empty());
    for (Client* client : {&idle, &asked, &streamed, &queued}) {
        (void)client->take();
        CHECK(client->ended());
    }
    CHECK(streaming.responder() == nullptr);
    CHECK(rig.handler.requests == 2);
    CHECK(rig.handler.gone_count == 0);
    CHECK(rig.handler.closes == 0);
    CHECK(rig.counters.concurrency.get() == 0);
}

TEST_CASE("port: one that ends with open connections leaves no exchange with a dead connection") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    rig.port.reset();
    CHECK(rig.handler.kept[0]->responder() == nullptr);
    CHECK(client.take().empty());
    CHECK(client.ended());
    CHECK(rig.counters.concurrency.get() == 0);
}
