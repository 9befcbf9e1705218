#include "serve/tcp_connection.h"

#include "base/slice.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

// Keeps what it gets; the test may do something with each packet.
class Packets final : public PacketHandler {
public:
    std::vector<std::string> got;
    std::function<void(TcpConnection&, Bytes)> then = [](TcpConnection&, Bytes) {};
    int full = 0;
    int low = 0;
    int room = 0;

    void on_packet(TcpConnection& connection, Bytes packet) override {
        got.emplace_back(packet);
        then(connection, packet);
    }
    void on_queue_full(int64_t) override { ++full; }
    void on_queue_low(int64_t) override { ++low; }
    void on_room(int64_t) override { ++room; }
};

struct PacketRig {
    explicit PacketRig(const protocol::Framing& framing = {}, int send_buffer = 0) {
        options.framing = framing;
        options.handler = &packets;
        RigOptions all;
        all.port.packets = &options;
        all.port.limits.high_watermark = 64 << 10;
        all.port.limits.low_watermark = 16 << 10;
        all.send_buffer = send_buffer;
        options.most_queued = 256 << 10;
        rig = std::make_unique<Rig>(all);
    }
    TcpConnection& connection() { return static_cast<TcpConnection&>(*rig->port->find(rig->last_session)); }

    Packets packets;
    PacketOptions options;
    std::unique_ptr<Rig> rig;
};

protocol::Framing by_length() {
    protocol::Framing framing;
    framing.by = protocol::Framing::By::length;
    framing.field = protocol::LengthField::from_letter('N').value();
    framing.body_offset = 4;
    framing.most = 1 << 20;
    return framing;
}

protocol::Framing by_mark(std::string mark) {
    protocol::Framing framing;
    framing.by = protocol::Framing::By::end_mark;
    framing.end_mark = std::move(mark);
    framing.most = 64 << 10;
    return framing;
}

std::string packet(Bytes body) {
    std::string all(4, '\0');
    for (size_t i = 0; i < 4; ++i) all[i] = static_cast<char>(body.size() >> (8 * (3 - i)));
    return all.append(body);
}

// Small ones are copied when they are sent.
void echo(TcpConnection& connection, Bytes bytes) { CHECK(connection.send(Slice(bytes)) == Error::ok); }

}  // namespace

TEST_CASE("tcp: without framing a packet is what has arrived") {
    PacketRig one;
    one.packets.then = echo;
    Client client = one.rig->connect();
    CHECK(one.rig->ask(client, "hello") == "hello");
    CHECK(one.rig->ask(client, "again") == "again");
    CHECK(one.packets.got == std::vector<std::string>{"hello", "again"});
    CHECK(one.rig->counters.request_count.get() == 2);
}

TEST_CASE("tcp: packets are cut by length, however they arrive") {
    PacketRig one(by_length());
    Client client = one.rig->connect();
    const std::string large(100'000, 'l');
    const std::string middle(net::Block::kSize - 4, 'm');
    const std::string stream =
        packet("one") + packet("") + packet(large) + packet("two") + packet(middle) + packet("three");
    SUBCASE("at once") { client.send(stream); }
    SUBCASE("byte by byte at the start") {
        for (size_t i = 0; i < 30; ++i) {
            client.send(Bytes(stream).substr(i, 1));
            one.rig->turn(1);
        }
        client.send(Bytes(stream).substr(30));
    }
    one.rig->turn(20);
    CHECK(one.packets.got == std::vector<std::string>{packet("one"), packet(""), packet(large), packet("two"),
                                                      packet(middle), packet("three")});
    CHECK(one.connection().unread().empty());
}

TEST_CASE("tcp: packets are cut at a mark") {
    PacketRig one(by_mark("\r\n"));
    Client client = one.rig->connect();
    client.send("a\r\nb\r");
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{"a\r\n"});
    client.send("\n\r\nrest");
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{"a\r\n", "b\r\n", "\r\n"});
    CHECK(one.connection().unread() == "rest");
}

TEST_CASE("tcp: what is no packet ends the connection, with a line in the log") {
    PacketRig one(by_length());
    Client client = one.rig->connect();
    client.send(packet("fine") + std::string("\x7f\xff\xff\xff", 4) + "x");
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{packet("fine")});
    CHECK(client.take().empty());
    CHECK(client.ended());
    CHECK(one.rig->handler.closes == 1);
    REQUIRE(one.rig->journal.lines.size() == 1);
    CHECK(one.rig->journal.lines[0].find("larger than package_max_length") != std::string::npos);
    CHECK(one.rig->counters.abort_count.get() == 1);
}

TEST_CASE("tcp: the end of the client's direction ends the connection, after what was complete") {
    PacketRig one(by_length());
    one.packets.then = echo;
    Client client = one.rig->connect();
    client.send(packet("last") + "\0\0");
    client.finish_sending();
    one.rig->turn();
    CHECK(client.take() == packet("last"));
    CHECK(client.ended());
    CHECK(one.rig->handler.closes == 1);
}

TEST_CASE("tcp: the handler may close within its packet") {
    PacketRig one(by_mark("\n"));
    Client client = one.rig->connect();
    SUBCASE("after what it has sent") {
        one.packets.then = [](TcpConnection& connection, Bytes) {
            CHECK(connection.send(Slice("bye")) == Error::ok);
            connection.close();
            CHECK(connection.send(Slice("more")) == Error::session_closed_by_server);
        };
        client.send("1\n2\n");
        one.rig->turn();
        CHECK(client.take() == "bye");
    }
    SUBCASE("at once") {
        one.packets.then = [](TcpConnection& connection, Bytes) { connection.abort(); };
        client.send("1\n2\n");
        one.rig->turn();
        CHECK(client.take().empty());
    }
    CHECK(client.ended());
    CHECK(one.packets.got.size() == 1);
    CHECK(one.rig->handler.closes == 1);
}

TEST_CASE("tcp: paused, nothing is received or delivered") {
    PacketRig one(by_mark("\n"));
    one.packets.then = [](TcpConnection& connection, Bytes) { connection.pause(); };
    Client client = one.rig->connect();
    client.send("1\n2\n3\n");
    one.rig->turn();
    CHECK(one.packets.got.size() == 1);
    client.finish_sending();
    one.rig->turn();
    CHECK(one.rig->handler.closes == 0);
    one.connection().resume();
    one.rig->turn();
    CHECK(one.packets.got.size() == 2);
    one.packets.then = [](TcpConnection&, Bytes) {};
    one.connection().resume();
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{"1\n", "2\n", "3\n"});
    CHECK(one.rig->handler.closes == 1);
}

TEST_CASE("tcp: a delayed connection receives when it is told to") {
    PacketRig one;
    one.options.delayed = true;
    Client client = one.rig->connect();
    client.send("hello");
    one.rig->turn();
    CHECK(one.packets.got.empty());
    one.connection().resume();
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{"hello"});
}

TEST_CASE("tcp: what a client does not take is bounded, and the handler knows") {
    PacketRig one({}, 4096);
    Client client = one.rig->connect();
    const std::string piece(32 << 10, 'x');
    size_t sent = 0;
    Error error = Error::ok;
    while (sent < (1 << 20)) {
        error = one.connection().send(Slice(Bytes(piece)));
        if (error != Error::ok) break;
        sent += piece.size();
    }
    CHECK(error == Error::output_buffer_overflow);
    CHECK(one.connection().queued() <= 256 << 10);
    CHECK(one.packets.full == 1);
    CHECK(one.packets.low == 0);
    size_t taken = 0;
    while (taken < sent) {
        const size_t some = client.take().size();
        taken += some;
        one.rig->turn();
    }
    CHECK(taken == sent);
    CHECK(one.packets.full == 1);
    CHECK(one.packets.low == 1);
}

TEST_CASE("tcp: who sends nothing is dropped in time") {
    PacketRig one({}, 4096);
    one.options.idle_timeout_ms = 30'000;
    Client client = one.rig->connect();
    SUBCASE("silent") {
        one.rig->pass_ms(29'000);
        client.send("x");
        one.rig->turn();
        one.rig->pass_ms(29'000);
        CHECK(one.rig->handler.closes == 0);
        one.rig->pass_ms(1'100);
    }
    SUBCASE("never early") {
        one.rig->pass_ms(30'000);
        CHECK(one.rig->handler.closes == 0);
        one.rig->pass_ms(1);
    }
    SUBCASE("takes nothing either") {
        const std::string piece(200 << 10, 'x');
        CHECK(one.connection().send(Slice(Bytes(piece))) == Error::ok);
        one.rig->pass_ms(29'900);
        CHECK(one.rig->handler.closes == 0);
        one.rig->pass_ms(200);
    }
    CHECK(one.rig->handler.closes == 1);
}

TEST_CASE("tcp: who takes nothing is dropped in time") {
    PacketRig one({}, 4096);
    Client client = one.rig->connect();
    const std::string piece(200 << 10, 'x');
    CHECK(one.connection().send(Slice(Bytes(piece))) == Error::ok);
    one.rig->pass_ms(59'000);
    CHECK(one.rig->handler.closes == 0);
    one.rig->pass_ms(1'100);
    CHECK(one.rig->handler.closes == 1);
}

TEST_CASE("tcp: a connection goes to another process with what is unread") {
    struct Sink final : HandoverSink {
        std::string unread;
        Fd fd;
        ConnectionInfo info;
        Error hand_over(const ConnectionInfo& its, int its_fd, Bytes bytes) override {
            info = its;
            fd = Fd(::dup(its_fd));
            unread = bytes;
            return Error::ok;
        }
    } sink;
    PacketRig one(by_length());
    Client client = one.rig->connect();
    client.send(packet("whole") + packet("begun").substr(0, 6));
    one.rig->turn();
    one.rig->port->drain(&sink);
    CHECK(one.rig->port->empty());
    CHECK(one.rig->handler.closes == 0);
    CHECK(sink.unread == packet("begun").substr(0, 6));
    one.rig->handed_over = 1;

    PacketRig other(by_length());
    sink.info.session_id = other.rig->sessions.allocate(Rig::kIncarnation, 0, sink.info.origin).value();
    CHECK(other.rig->port->accept(std::move(sink.fd), sink.info, Arrival::handed_over, sink.unread) == Error::ok);
    client.send(Bytes(packet("begun")).substr(6));
    other.rig->turn();
    CHECK(other.packets.got == std::vector<std::string>{packet("begun")});
}

TEST_CASE("tcp: giving up sends what can be sent") {
    PacketRig one;
    Client client = one.rig->connect();
    one.packets.then = [&](TcpConnection& connection, Bytes) { (void)connection.send(Slice("answer")); };
    client.send("x");
    one.rig->turn();
    one.rig->port->terminate();
    CHECK(client.take() == "answer");
    CHECK(client.ended());
    CHECK(one.rig->handler.closes == 0);
}

TEST_CASE("tcp: held, the next packet waits, and so does the end") {
    PacketRig one(by_mark("\n"));
    one.packets.then = [](TcpConnection& connection, Bytes) { connection.hold(); };
    Client client = one.rig->connect();
    client.send("1\n2\n");
    client.finish_sending();
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{"1\n"});
    CHECK_FALSE(one.connection().between_requests());
    one.connection().release();
    one.rig->turn();
    CHECK(one.packets.got == std::vector<std::string>{"1\n", "2\n"});
    CHECK(one.rig->handler.closes == 0);
    one.connection().release();
    one.rig->turn();
    CHECK(one.rig->handler.closes == 1);
}

TEST_CASE("tcp: who was refused is told of room") {
    PacketRig one({}, 4096);
    Client client = one.rig->connect();
    client.send("x");
    one.rig->turn();
    const std::string large(200 << 10, 'x');
    CHECK(one.connection().send(copy_of(large)) == Error::ok);
    CHECK(one.connection().send(copy_of(large)) == Error::output_buffer_overflow);
    CHECK(one.packets.full == 1);
    one.connection().want_room();
    CHECK(one.packets.room == 0);
    while (one.packets.room == 0) {
        (void)client.take();
        one.rig->turn(1);
    }
    CHECK(one.connection().queued() <= 128 << 10);
}

TEST_CASE("tcp: a pause and protection go with the session") {
    PacketRig one(by_mark("\n"));
    Client client = one.rig->connect();
    client.send("\n");
    one.rig->turn();
    one.connection().pause();
    one.connection().protect(true);
    shm::SessionSlot* slot = one.rig->sessions.find(one.rig->last_session, one.rig->context.generation);
    REQUIRE(slot != nullptr);
    const uint8_t state = slot->raw_state.load();
    one.connection().resume();
    one.connection().protect(false);
    CHECK(slot->raw_state.load() != state);
}
