#include "serve/h1/h1_connection.h"

#include "serve/h1/get.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

std::string get(Bytes path) { return "GET " + std::string(path) + " HTTP/1.1\r\nHost: x\r\n\r\n"; }

}  // namespace

TEST_CASE("h1 connection: answers a request and keeps the connection") {
    Rig rig;
    Client client = rig.connect();
    for (int i = 0; i < 3; ++i) {
        std::string got = rig.ask(client, kGet);
        CHECK(summary(got) == "200 /a|");
        CHECK(has(got, "Connection: keep-alive\r\n"));
    }
    CHECK(!client.ended());
    CHECK(rig.counters.request_count.get() == 3);
    CHECK(rig.counters.response_count.get() == 3);
    CHECK(rig.counters.concurrency.get() == 0);
    CHECK(rig.counters.connection_num.get() == 1);
    CHECK(rig.counters.total_recv_bytes.get() == 3 * kGet.size());
}

TEST_CASE("h1 connection: requests may arrive byte by byte") {
    Rig rig;
    Client client = rig.connect();
    std::string got;
    std::string body = "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello";
    for (char byte : kGet + body + get("/c")) got += rig.ask(client, Bytes(&byte, 1));
    CHECK(summary(got) == "200 /a|200 /b|200 /c|");
}

TEST_CASE("h1 connection: fifty pipelined requests in one write get their answers in order, in few sends") {
    Rig rig;
    Client client = rig.connect();
    std::string all;
    std::string expected;
    for (int i = 0; i < 50; ++i) {
        all += get("/" + std::to_string(i));
        expected += "200 /" + std::to_string(i) + '|';
    }
    CHECK(summary(rig.ask(client, all)) == expected);
    CHECK(rig.handler.requests == 50);
}

TEST_CASE("h1 connection: more pipelined requests than one turn takes, through more than one block") {
    Rig rig;
    Client client = rig.connect();
    std::string all;
    std::string expected;
    for (int i = 0; i < 2000; ++i) {
        all += get("/" + std::to_string(i));
        expected += "200 /" + std::to_string(i) + '|';
    }
    client.send(all);
    rig.turn();
    CHECK(rig.handler.requests < 2000);  // others have their turn
    std::string got;
    for (int i = 0; i < 200; ++i) {
        rig.turn(1);
        got += client.take();
    }
    CHECK(summary(got) == expected);
}

TEST_CASE("h1 connection: pipelined requests wait for the answer before them, given later") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, get("/1") + get("/2") + get("/3")).empty());
    CHECK(rig.handler.requests == 1);
    std::string got;
    for (Bytes text : {"one", "two", "three"}) {
        REQUIRE(rig.handler.kept.size() == 1);
        rig.handler.answer_next(text);
        rig.turn();
        got += client.take();
    }
    CHECK(summary(got) == "200 one|200 two|200 three|");
}

TEST_CASE("h1 connection: the session tells whether a request waits for its answer, also within one turn") {
    Rig rig;
    Client client = rig.connect();
    rig.handler.request = [&](Exchange& exchange) {
        if (exchange.head.path == "/later") return rig.handler.keep(exchange);
        (void)answer(exchange, "");
    };
    const auto waits = [&] {
        const shm::SessionInfo info = rig.sessions.read(rig.last_session).value();
        return info.last_recv_time_us > info.last_send_time_us;
    };
    CHECK(summary(rig.ask(client, get("/1"))) == "200 |");
    CHECK_FALSE(waits());
    client.send(get("/2") + get("/later"));
    rig.turn(1);
    CHECK(rig.handler.kept.size() == 1);
    CHECK(waits());
    rig.handler.answer_next("later");
    rig.turn();
    CHECK(summary(client.take()) == "200 |200 later|");
    CHECK_FALSE(waits());
}

TEST_CASE("h1 connection: a request keeps its bytes while the next ones arrive") {
    Rig rig;
    Client client = rig.connect();
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        (void)answer(exchange, "");
    };
    for (int i = 0; i < 300; ++i) (void)rig.ask(client, get("/path/" + std::to_string(i)));
    REQUIRE(rig.handler.kept.size() == 300);
    for (size_t i = 0; i < 300; ++i) CHECK(rig.handler.kept[i]->head.path == "/path/" + std::to_string(i));
    CHECK(rig.handler.kept[0]->responder() == nullptr);
    CHECK(rig.handler.kept[0]->state() == ResponseState::complete);
}

TEST_CASE("h1 connection: an idle connection has no buffer, also after an answer that was given later") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    rig.handler.answer_next("late");
    CHECK(rig.port->find(rig.last_session)->unread().data() == nullptr);
    rig.turn();
    CHECK(summary(client.take()) == "200 late|");
}

TEST_CASE("h1 connection: HTTP/1.0 and Connection: close end the connection, without a pause") {
    Rig rig;
    for (Bytes request :
         {Bytes("GET /a HTTP/1.0\r\n\r\n"), Bytes("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")}) {
        Client client = rig.connect();
        std::string got = rig.ask(client, request);
        CHECK(summary(got) == "200 /a|");
        CHECK(has(got, "Connection: close\r\n"));
        CHECK(client.ended());
    }
    CHECK(rig.handler.closes == 2);
    CHECK(rig.counters.close_count.get() == 2);
    CHECK(rig.counters.connection_num.get() == 0);
    Client client = rig.connect();
    CHECK(has(rig.ask(client, "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), "Connection: keep-alive\r\n"));
    CHECK(!client.ended());
}

TEST_CASE("h1 connection: when the handler closes, the client may still be sending: no reset overtakes the answer") {
    Rig rig;
    rig.handler.request = [](Exchange& exchange) {
        http::ResponseHead head;
        head.keep_alive = false;
        (void)exchange.responder()->respond(exchange, head, Slice("bye"));
    };
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, kGet)) == "200 bye|");
    CHECK(client.ended());
    CHECK(rig.counters.connection_num.get() == 1);
    client.send(kGet);  // would be answered with a reset if the socket were closed
    rig.turn();
    CHECK(rig.handler.requests == 1);
    client.finish_sending();
    rig.turn();
    CHECK(rig.counters.connection_num.get() == 0);
    CHECK(rig.handler.closes == 1);
}

TEST_CASE("h1 connection: the end of lingering is the client's or the clock's") {
    Rig rig;
    Client client = rig.connect();
    CHECK(has(rig.ask(client, "nonsense\r\n\r\n"), "HTTP/1.1 400 "));
    rig.pass_ms(1'000);
    CHECK(rig.counters.connection_num.get() == 1);
    rig.pass_ms(1'001);
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 connection: who pipelines without taking the answers gets no further ones") {
    RigOptions options;
    options.port.limits.high_watermark = 100'000;
    options.port.limits.low_watermark = 20'000;
    options.send_buffer = 4096;
    Rig rig(options);
    std::string large(30'000, 'z');
    rig.handler.request = [&](Exchange& exchange) { (void)answer(exchange, large); };
    Client client = rig.connect();
    std::string all;
    for (int i = 0; i < 500; ++i) all += get("/");
    client.send(all);
    rig.turn(50);
    CHECK(rig.handler.requests < 10);
    std::string got;
    for (int i = 0; i < 20'000 && rig.handler.requests < 500; ++i) {
        got += client.take();
        rig.turn(1);
    }
    CHECK(rig.handler.requests == 500);
    for (std::string more = client.take(); !more.empty(); more = client.take()) {
        got += more;
        rig.turn();
    }
    CHECK(std::count(got.begin(), got.end(), 'z') == 500 * 30'000);
}

TEST_CASE("h1 connection: a client that vanishes loses its request, once") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    CHECK(rig.counters.concurrency.get() == 1);
    rig.handler.gone = [](Exchange& exchange) { CHECK(exchange.responder() == nullptr); };
    client.leave();
    rig.turn();
    CHECK(rig.handler.gone_count == 1);
    CHECK(rig.handler.closes == 1);
    CHECK(rig.counters.concurrency.get() == 0);
    CHECK(rig.handler.kept[0]->state() == ResponseState::lost);
    CHECK(rig.handler.kept[0]->head.path == "/a");  // its bytes live on
}

TEST_CASE("h1 connection: a client that only ended its direction is told of once, and still gets an answer") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    client.send(kGet);
    client.finish_sending();
    rig.turn();
    rig.turn();
    CHECK(rig.handler.gone_count == 1);
    REQUIRE(rig.handler.kept.size() == 1);
    rig.handler.answer_next("still here");
    rig.turn();
    CHECK(summary(client.take()) == "200 still here|");
    CHECK(client.ended());
    CHECK(rig.handler.gone_count == 1);
}

TEST_CASE("h1 connection: while it takes a stream, it is not told of again") {
    RigOptions options;
    options.send_buffer = 4096;
    Rig rig(options);
    rig.handler.keep_all();
    Client client = rig.connect();
    client.send(kGet);
    client.finish_sending();
    rig.turn();
    Exchange& exchange = *rig.handler.kept[0];
    http::ResponseHead head;
    std::string large(100'000, 'z');
    (void)exchange.responder()->start(exchange, head);
    (void)exchange.responder()->write(exchange, Slice(large));
    std::string got;
    for (int i = 0; i < 1000 && got.size() < large.size(); ++i) {
        got += client.take();
        rig.turn(1);
    }
    CHECK(rig.handler.gone_count == 1);
    (void)exchange.responder()->finish(exchange, nullptr, 0);
    rig.turn();
    CHECK(unchunked(got + client.take()) == large);
    CHECK(client.ended());
}

TEST_CASE("h1 connection: what came whole before the end is answered, what came in part is not") {
    Rig rig;
    Client client = rig.connect();
    client.send(get("/1") + get("/2") + "GET /3 HT");
    client.finish_sending();
    rig.turn();
    CHECK(summary(client.take()) == "200 /1|200 /2|");
    CHECK(client.ended());
    CHECK(rig.handler.gone_count == 0);
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 connection: a handler may close the connection it is called by") {
    Rig rig;
    rig.handler.request = [&](Exchange& exchange) { rig.port->find(exchange.session_id)->close(); };
    Client client = rig.connect();
    CHECK(rig.ask(client, kGet + get("/2")).empty());
    CHECK(client.ended());
    CHECK(rig.handler.requests == 1);
    CHECK(rig.handler.gone_count == 1);
    CHECK(rig.handler.closes == 1);
}

TEST_CASE("h1 connection: an exchange is whole as long as its handler runs, answered or not") {
    Rig rig;
    rig.handler.request = [&](Exchange& exchange) {
        (void)answer(exchange, "done");
        CHECK(exchange.responder() == nullptr);
        CHECK(exchange.state() == ResponseState::complete);
        CHECK(exchange.head.path == "/a");
    };
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, kGet)) == "200 done|");
}
