#include "client/http2_connection.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <sys/socket.h>

#include "base/slice.h"
#include "coro/strand.h"
#include "protocol/http/h2/session.h"

using namespace tern;
using client::Http2Connection;
using client::Http2Stream;
using coro::Deadline;
using coro::Strand;
using coro::World;

namespace {

// The server's end of a socket pair. It echoes the bodies of requests when serve() is called.
class Server final : public http::h2::SessionEvents {
public:
    explicit Server(int fd) : fd_(fd), session_({}, *this) {}
    void on_request(int32_t id, http::h2::RequestReader& reader, bool ends) override {
        auto& made = streams_[id] = std::make_unique<Stream>();
        made->server = this;
        made->id = id;
        session_.attach(id, *made);
        if (ends) made->on_end();
    }
    void serve() {
        char bytes[65536];
        for (ssize_t got = 0; (got = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;) {
            (void)session_.receive(Bytes(bytes, static_cast<size_t>(got)), 1);
        }
        session_.send(out_, SIZE_MAX);
        const ssize_t sent = ::send(fd_, out_.data(), out_.size(), MSG_DONTWAIT);
        if (sent > 0) out_.drop_front(static_cast<size_t>(sent));
    }
    void go_away() { session_.shut_down(http::h2::ErrorCode::no_error, "bye"); }
    size_t requests() const { return streams_.size(); }

private:
    struct Stream final : http::h2::StreamEvents {
        void on_data(Bytes data) override {
            body += data;
            server->session_.consume(id, data.size());
        }
        void on_end() override {
            http::ResponseHead head;
            head.content_length = body.size();
            server->session_.respond(id, head, {"now", "tern"}, body.empty());
        }
        http::h2::Pull on_pull(size_t most) override {
            const size_t bytes = std::min(most, body.size());
            return {bytes, bytes == body.size()};
        }
        bool on_put(Buffer& out, size_t count) override {
            out.append(Bytes(body).substr(0, count));
            body.erase(0, count);
            return true;
        }
        void on_trailers() override {}
        void on_unsendable() override {}
        void on_closed(http::h2::ErrorCode) override {}
        Server* server = nullptr;
        int32_t id = 0;
        std::string body;
    };
    int fd_;
    Buffer out_;
    http::h2::Session session_;
    std::map<int32_t, std::unique_ptr<Stream>> streams_;
};

struct Http2Pair {
    Http2Pair() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
        socket = std::make_unique<client::Socket>(Fd(ends[0]), client::SocketKind{AF_UNIX, SOCK_STREAM, 0});
        far = Fd(ends[1]);
        connection = std::make_unique<Http2Connection>(*socket, http::h2::ClientOptions{});
        server = std::make_unique<Server>(far.get());
    }
    Error send(const std::string& body, bool stays_open = false) {
        if (Error error = connection->prepare(waits, Deadline::never()); error != Error::ok) return error;
        http::h2::FieldList& fields = connection->fields();
        fields.clear();
        for (const auto& [name, value] :
             {std::pair<Bytes, Bytes>{":method", "POST"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}}) {
            fields.add(name, value);
        }
        const Http2Stream::Options options{stays_open, false, true, 1 << 20};
        return connection->send(waits, copy_of(body), options).error();
    }
    // "stream body"; or the error.
    std::string receive(Deadline until = Deadline::never()) {
        return text_of(connection->receive(waits, false, until));
    }
    std::string receive_from(int32_t id, Deadline until = Deadline::never()) {
        return text_of(connection->receive_from(waits, id, until));
    }
    std::string text_of(const Result<Http2Stream*>& got) {
        if (!got.ok()) return "error " + std::to_string(number(got.error()));
        Http2Stream& stream = *got.value();
        std::string text = std::to_string(stream.id()) + " " + std::string(stream.body());
        connection->take(waits, stream);
        return text;
    }
    void turn() {
        server->serve();
        world.turn_at(coro::test_now_ms + 1);
    }

    World world;
    coro::FdWaits waits{world.scheduler};
    std::unique_ptr<client::Socket> socket;
    Fd far;
    std::unique_ptr<Http2Connection> connection;
    std::unique_ptr<Server> server;
};

}  // namespace

TEST_CASE("Http2Connection: a receiver drives, and requests of a turn leave together") {
    Http2Pair pair;
    std::string got;
    Strand receiver(pair.world.scheduler, [&] {
        for (int i = 0; i < 3; ++i) got += pair.receive() + "|";
    });
    pair.world.scheduler.start(receiver);
    Strand sender(pair.world.scheduler, [&] {
        for (const char* body : {"one", "two", "three"}) CHECK(pair.send(body) == Error::ok);
    });
    pair.world.scheduler.start(sender);
    CHECK(sender.ended());
    pair.server->serve();
    CHECK(pair.server->requests() == 1);
    for (int i = 0; i < 5 && !receiver.ended(); ++i) pair.turn();
    CHECK(got == "1 one|3 two|5 three|");
    CHECK(pair.connection->open_streams() == 0);
}

TEST_CASE("Http2Connection: a writer receives while it waits, and the receiver takes over") {
    Http2Pair pair;
    const std::string large(200'000, 'x');
    Error written = Error::busy;
    std::string got;
    Strand writer(pair.world.scheduler, [&] {
        CHECK(pair.send("", true) == Error::ok);
        for (int i = 0; i < 3; ++i) {
            CHECK(pair.connection->write(pair.waits, 1, large, false, Deadline::never()) == Error::ok);
        }
        written = pair.connection->write(pair.waits, 1, "", true, Deadline::never());
    });
    pair.world.scheduler.start(writer);
    CHECK_FALSE(writer.ended());
    Strand receiver(pair.world.scheduler, [&] { got = pair.receive(); });
    pair.world.scheduler.start(receiver);
    for (int i = 0; i < 200 && !receiver.ended(); ++i) pair.turn();
    CHECK(written == Error::ok);
    const bool same = got == "1 " + large + large + large;
    CHECK(same);
}

TEST_CASE("Http2Connection: one receiver at a time, and deadlines") {
    Http2Pair pair;
    std::string first;
    std::string second;
    Strand one(pair.world.scheduler, [&] { first = pair.receive(Deadline{coro::test_now_ms + 5}); });
    pair.world.scheduler.start(one);
    Strand two(pair.world.scheduler, [&] { second = pair.receive(); });
    pair.world.scheduler.start(two);
    CHECK(second == "error " + std::to_string(EBUSY));
    CHECK(pair.connection->receiver() == &one);
    pair.world.turn_at(coro::test_now_ms + 10);
    CHECK(first == "error " + std::to_string(ETIMEDOUT));
    CHECK(pair.connection->is_open());
}

TEST_CASE("Http2Connection: close() ends all waits") {
    Http2Pair pair;
    std::string received;
    Error written = Error::ok;
    Strand receiver(pair.world.scheduler, [&] { received = pair.receive(); });
    pair.world.scheduler.start(receiver);
    Strand writer(pair.world.scheduler, [&] {
        CHECK(pair.send(std::string(300'000, 'x'), true) == Error::ok);
        written = pair.connection->write(pair.waits, 1, "x", true, Deadline::never());
    });
    pair.world.scheduler.start(writer);
    CHECK_FALSE(writer.ended());
    pair.connection->close(&pair.waits);
    CHECK(receiver.ended());
    CHECK(writer.ended());
    CHECK(received == "error " + std::to_string(ECANCELED));
    CHECK(written == Error::canceled_io);
}

TEST_CASE("Http2Connection: after GOAWAY accepted requests are answered, then it is over") {
    Http2Pair pair;
    std::string got;
    Strand client(pair.world.scheduler, [&] {
        CHECK(pair.send("one") == Error::ok);
        got = pair.receive() + "|";
        CHECK(pair.send("two") == Error::client_no_connection);
        got += pair.receive();
    });
    pair.world.scheduler.start(client);
    pair.server->serve();
    pair.server->go_away();
    for (int i = 0; i < 5 && !client.ended(); ++i) pair.turn();
    CHECK(got == "1 one|error " + std::to_string(ECONNRESET));
    CHECK(pair.connection->gone_away().last_stream_id == 1);
    CHECK(pair.connection->gone_away().debug_data == "bye");
}

TEST_CASE("Http2Connection: each coroutine receives its response, whichever comes first") {
    Http2Pair pair;
    std::string got;
    Strand first(pair.world.scheduler, [&] {
        CHECK(pair.send("", true) == Error::ok);
        got += pair.receive_from(1) + "|";
    });
    pair.world.scheduler.start(first);
    Strand second(pair.world.scheduler, [&] {
        CHECK(pair.send("two") == Error::ok);
        got += pair.receive_from(3) + "|";
        CHECK(pair.connection->write(pair.waits, 1, "one", true, Deadline::never()) == Error::ok);
    });
    pair.world.scheduler.start(second);
    for (int i = 0; i < 5 && !first.ended(); ++i) pair.turn();
    CHECK(second.ended());
    CHECK(got == "3 two|1 one|");
    CHECK(pair.connection->open_streams() == 0);
}

TEST_CASE("Http2Connection: a driver whose time is over hands over to another receiver") {
    Http2Pair pair;
    std::string first;
    std::string second;
    Strand one(pair.world.scheduler, [&] {
        CHECK(pair.send("", true) == Error::ok);
        first = pair.receive_from(1, Deadline{coro::test_now_ms + 5});
    });
    pair.world.scheduler.start(one);
    Strand two(pair.world.scheduler, [&] {
        CHECK(pair.send("two") == Error::ok);
        second = pair.receive_from(3);
    });
    pair.world.scheduler.start(two);
    pair.world.turn_at(coro::test_now_ms + 10);
    CHECK(first == "error " + std::to_string(ETIMEDOUT));
    CHECK_FALSE(two.ended());
    for (int i = 0; i < 5 && !two.ended(); ++i) pair.turn();
    CHECK(second == "3 two");
}

TEST_CASE("Http2Connection: one receiver of a response, which cancel() wakes") {
    Http2Pair pair;
    std::string got[3];
    Strand driver(pair.world.scheduler, [&] {
        for (int i = 0; i < 2; ++i) CHECK(pair.send("", true) == Error::ok);
        got[0] = pair.receive_from(1);
    });
    pair.world.scheduler.start(driver);
    Strand other(pair.world.scheduler, [&] { got[1] = pair.receive_from(3); });
    pair.world.scheduler.start(other);
    Strand third(pair.world.scheduler, [&] { got[2] = pair.receive_from(3); });
    pair.world.scheduler.start(third);
    CHECK(got[2] == "error " + std::to_string(EBUSY));
    pair.connection->cancel(&pair.waits, 3);
    CHECK(other.ended());
    CHECK(got[1] == "3 ");
    pair.connection->cancel(&pair.waits, 1);
    CHECK(driver.ended());
    CHECK(got[0] == "1 ");
}

TEST_CASE("Http2Connection: close() ends the waits of all receivers") {
    Http2Pair pair;
    std::string got[2];
    Strand one(pair.world.scheduler, [&] {
        for (int i = 0; i < 2; ++i) CHECK(pair.send("", true) == Error::ok);
        got[0] = pair.receive_from(1);
    });
    pair.world.scheduler.start(one);
    Strand two(pair.world.scheduler, [&] { got[1] = pair.receive_from(3); });
    pair.world.scheduler.start(two);
    pair.connection->close(&pair.waits);
    CHECK(one.ended());
    CHECK(two.ended());
    CHECK(got[0] == "error " + std::to_string(ECANCELED));
    CHECK(got[1] == got[0]);
}
