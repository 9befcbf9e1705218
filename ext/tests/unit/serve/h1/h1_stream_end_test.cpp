// The ends that a body may have which is handed over while it arrives.
#include "serve/stream_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

TEST_CASE("h1 stream: a silent client is answered 408, and the handler is told") {
    RigOptions options = streaming();
    options.port.limits.body_timeout_ms = 1000;
    Rig rig(options);
    Taker taker(rig);
    Client client = rig.connect();
    CHECK(rig.ask(client, head_of(10) + "hello").empty());
    rig.pass_ms(1001);
    CHECK(client.take().starts_with("HTTP/1.1 408 "));
    CHECK(client.ended());
    CHECK(taker.last().responder() == nullptr);
    CHECK(taker.last().body.broken());
    CHECK(taker.last().body.failure() == 408);
    CHECK(rig.handler.gone_count == 1);
}

TEST_CASE("h1 stream: who refuses instead of asking for the body ends the connection") {
    Rig rig(streaming());
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "no", 401); };
    Client client = rig.connect();
    std::string got = rig.ask(client, head("Expect: 100-continue\r\nContent-Length: 5\r\n"));
    CHECK(got.find("Connection: close\r\n") != std::string::npos);
    CHECK(summary(got) == "401 no|");
    CHECK(client.ended());
}

TEST_CASE("h1 stream: an early answer: a small rest is dropped, and the next request is found") {
    Rig rig(streaming());
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, exchange.head.path); };
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, head_of(100'000) + "some")) == "200 /s|");
    CHECK(summary(send_in_pieces(rig, client, std::string(100'000 - 4, 'b') + kGetNext, 30'000)) == "200 /next|");
    CHECK(summary(rig.ask(client, kChunked + "5\r\nhel")) == "200 /s|");
    CHECK(summary(rig.ask(client, "lo\r\n0\r\n\r\n" + kGetNext)) == "200 /next|");
    CHECK(!client.ended());
}

TEST_CASE("h1 stream: an early answer: a rest that drips is not awaited either") {
    RigOptions options = streaming();
    options.port.limits.body_timeout_ms = 1000;
    options.port.limits.body_min_rate = 100;
    Rig rig(options);
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "early"); };
    Client drips = rig.connect();
    CHECK(summary(rig.ask(drips, head_of(100'000) + "some")) == "200 early|");
    const int64_t session = rig.last_session;
    Client keeps_up = rig.connect();
    CHECK(summary(rig.ask(keeps_up, head_of(300) + "some")) == "200 early|");
    for (int i = 0; i < 12; ++i) {
        rig.pass_ms(200);
        drips.send("aa");
        (void)rig.ask(keeps_up, std::string(i < 11 ? 24 : 32, 'a'));
    }
    CHECK(drips.take().empty());
    CHECK(drips.ended());
    CHECK_FALSE((rig.port->find(session) != nullptr && rig.port->find(session)->between_requests()));
    CHECK(rig.port->find(rig.last_session)->between_requests());
}

TEST_CASE("h1 stream: an early answer: a large rest is not awaited") {
    RigOptions options = streaming();
    options.port.limits.body_bytes = 10 << 20;
    Rig rig(options);
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "early"); };
    Client client = rig.connect();
    std::string got = rig.ask(client, head_of(1'000'000) + "some");
    CHECK(got.find("Connection: close\r\n") != std::string::npos);
    CHECK(summary(got) == "200 early|");
    client.send(std::string(50'000, 'b'));  // no reset: it is read on for a while
    rig.turn();
    CHECK(client.take().empty());
    CHECK(client.ended());
    // A chunked one does not say how much it is.
    Client chunked = rig.connect();
    CHECK(summary(rig.ask(chunked, kChunked)) == "200 early|");
    for (int i = 0; i < 6; ++i) (void)rig.ask(chunked, "c350\r\n" + std::string(50'000, 'b') + "\r\n");
    CHECK(chunked.take().empty());
    CHECK(chunked.ended());
}

TEST_CASE("h1 stream: a rest that never comes ends the connection, a broken one too") {
    RigOptions options = streaming();
    options.port.limits.body_timeout_ms = 1000;
    Rig rig(options);
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "early"); };
    Client silent = rig.connect();
    CHECK(summary(rig.ask(silent, head_of(10))) == "200 early|");
    rig.pass_ms(1001);
    CHECK(silent.take().empty());
    CHECK(silent.ended());
    Client broken = rig.connect();
    CHECK(summary(rig.ask(broken, kChunked)) == "200 early|");
    CHECK(rig.ask(broken, "xyz\r\n").empty());
    CHECK(broken.ended());
    Client leaver = rig.connect();
    CHECK(summary(rig.ask(leaver, head_of(10))) == "200 early|");
    leaver.leave();
    rig.turn();
    rig.pass_ms(3000);
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 stream: an answer that ends while another coroutine reads: that one is told") {
    Rig rig(streaming());
    Taker taker(rig, false);
    Client client = rig.connect();
    CHECK(rig.ask(client, head_of(10) + "hello").empty());
    const int before = taker.told;
    (void)answer(taker.last(), "early");
    CHECK(taker.told == before + 1);
    CHECK(taker.last().body.broken());
    CHECK(taker.last().body.failure() == 0);
    CHECK(taker.last().body.available() == 5);
    CHECK(summary(rig.ask(client, "world" + kGetNext)) == "200 early|");
    CHECK(rig.handler.requests == 2);
}

TEST_CASE("h1 stream: too large, and broken: the client has its answer, the handler is told") {
    RigOptions options = streaming();
    options.port.limits.body_bytes = 1000;
    options.port.limits.upload_bytes = 2000;
    Rig rig(options);
    Taker taker(rig);
    Client announced = rig.connect();
    CHECK(rig.ask(announced, head_of(2001)).starts_with("HTTP/1.1 413 "));
    CHECK(rig.handler.requests == 0);
    Client larger = rig.connect();  // the larger of the two limits counts
    CHECK(summary(send_in_pieces(rig, larger, head_of(2000) + std::string(2000, 'b'), 500)) == "200 2000|");
    for (const auto& [rest, status] :
         {std::pair{"800\r\n" + std::string(2048, 'b'), 413}, std::pair{std::string("xyz\r\n"), 400}}) {
        Client client = rig.connect();
        CHECK(rig.ask(client, kChunked).empty());
        std::string got = rig.ask(client, rest);
        CHECK(got.starts_with("HTTP/1.1 " + std::to_string(status) + " "));
        CHECK(client.ended());
        CHECK(taker.last().body.failure() == status);
        CHECK(taker.last().responder() == nullptr);
    }
    CHECK(rig.handler.gone_count == 2);
}

TEST_CASE("h1 stream: a body that breaks behind the head of the answer cuts the answer off") {
    Rig rig(streaming());
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        http::ResponseHead answer_head;
        (void)exchange.responder()->start(exchange, answer_head);
        (void)exchange.responder()->write(exchange, Slice(Bytes("part")));
    };
    Client client = rig.connect();
    std::string got = rig.ask(client, kChunked);
    got += rig.ask(client, "xyz\r\n");
    CHECK(unchunked(got) == "part...");
    CHECK(client.ended());
}

TEST_CASE("h1 stream: a client that leaves amid its body: the handler is told once") {
    Rig rig(streaming());
    Taker taker(rig);
    for (bool resets : {false, true}) {
        Client client = rig.connect();
        CHECK(rig.ask(client, head_of(10) + "hello").empty());
        if (resets) {
            client.leave();
        } else {
            client.finish_sending();
        }
        rig.turn();
        CHECK(taker.text == "hello");
        CHECK(std::exchange(taker.text, {}) == "hello");
        CHECK(taker.last().responder() == nullptr);
        CHECK(taker.last().body.broken());
    }
    CHECK(rig.handler.gone_count == 2);
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 stream: a client that ends its direction behind the body has its answer") {
    Rig rig(streaming());
    Taker taker(rig);
    Client client = rig.connect();
    CHECK(rig.ask(client, head_of(300'000)).empty());
    std::string rest(300'000, 'b');
    while (!rest.empty()) {
        ssize_t count = ::send(client.fd(), rest.data(), std::min<size_t>(rest.size(), 50'000), MSG_DONTWAIT);
        if (count > 0) rest.erase(0, static_cast<size_t>(count));
        if (rest.empty()) client.finish_sending();
        rig.turn();
    }
    rig.turn(10);
    CHECK(summary(client.take()) == "200 300000|");
}

TEST_CASE("h1 stream: closing, leaving and giving up while a body arrives") {
    Rig rig(streaming());
    Taker taker(rig);
    Client closed = rig.connect();
    (void)rig.ask(closed, head_of(10) + "he");
    rig.port->find(rig.last_session)->close();
    CHECK(taker.last().body.broken());
    CHECK(rig.handler.gone_count == 1);
    taker.text.clear();
    Client finishing = rig.connect();
    (void)rig.ask(finishing, head_of(10) + "hello");
    rig.port->drain(nullptr);
    rig.turn();
    CHECK(summary(rig.ask(finishing, "world")) == "200 10|");
    CHECK(finishing.ended());

    Rig fatal(streaming());
    Taker reader(fatal);
    Client cut = fatal.connect();
    (void)fatal.ask(cut, head_of(10) + "hello");
    fatal.port->terminate();
    CHECK(cut.take().starts_with("HTTP/1.1 503 "));
    CHECK(reader.last().body.broken());
    CHECK(fatal.handler.gone_count == 0);
}
