// HTTP/2 connections: how they begin, what ends them.
#include "serve/h2/h2_connection.h"

#include "serve/h2/h2_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

TEST_CASE("H2Connection: begins with the preface, however it arrives") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    CHECK(client.ask("/a") == "200 /a|");
    ClientSession session;
    Client slow = rig.connect();
    const int32_t id = session.request(ClientSession::get("/slow"));
    for (char byte : session.out()) {
        slow.send(Bytes(&byte, 1));
        rig.turn();
    }
    session.in(slow.take());
    CHECK(session[id].text() == "200 /slow|");
    // Others still speak HTTP/1.
    Client old = rig.connect();
    CHECK(summary(rig.ask(old, "POST /old HTTP/1.1\r\nHost: x\r\n\r\n")) == "200 /old|");
    CHECK(rig.handler.requests == 3);
}

TEST_CASE("H2Connection: without the option the preface is a bad request") {
    Rig rig;
    Client client = rig.connect();
    CHECK(rig.ask(client, http::h2::kClientPreface).starts_with("HTTP/1.1 "));
    CHECK(rig.handler.requests == 0);
}

TEST_CASE("H2Connection: many requests of one turn, answered in any order") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    rig.handler.keep_all();
    std::vector<int32_t> ids;
    for (int i = 0; i < 100; ++i) ids.push_back(client.request(ClientSession::get("/" + std::to_string(i))));
    client.talk();
    REQUIRE(rig.handler.kept.size() == 100);
    CHECK(rig.counters.concurrency.get() == 100);
    std::reverse(rig.handler.kept.begin(), rig.handler.kept.end());
    std::vector<std::string> texts;
    for (Exchange* exchange : rig.handler.kept) texts.emplace_back(exchange->head.path);
    for (const std::string& text : texts) rig.handler.answer_next(text);
    client.talk();
    for (int i = 0; i < 100; ++i)
        CHECK(client[ids[static_cast<size_t>(i)]].text() == "200 /" + std::to_string(i) + "|");
}

TEST_CASE("H2Connection: streams beyond the limit are refused") {
    RigOptions options = speaking_http2();
    options.port.http2_session.concurrent_streams = 2;
    Rig rig(options);
    rig.handler.keep_all();
    H2Client client(rig);  // does not know the limit before it has spoken
    for (int i = 0; i < 3; ++i) client.request(ClientSession::get("/"));
    client.talk();
    CHECK(rig.handler.requests == 2);
    CHECK(client[5].error == NGHTTP2_REFUSED_STREAM);
    CHECK(rig.counters.http2_refused_streams.get() == 1);
    rig.handler.answer_next("");
    client.talk();
    client.request(ClientSession::get("/"));  // there is room again
    client.talk();
    CHECK(rig.handler.requests == 3);
    CHECK(rig.counters.http2_refused_streams.get() == 1);
}

TEST_CASE("H2Connection: a refused head is counted") {
    RigOptions options = speaking_http2();
    options.port.http2_session.head = {.target_bytes = 8 * 1024, .head_bytes = 16 * 1024};
    Rig rig(options);
    H2Client client(rig);
    CHECK(client.ask("/" + std::string(20'000, 'x')).starts_with("414 "));
    Fields fields = ClientSession::get("/");
    fields.push_back({"x", std::string(20'000, 'y')});
    const int32_t id = client.request(fields);
    client.talk();
    CHECK(client[id].status == "431");
    CHECK(rig.counters.http2_refused_heads.get() == 2);
    CHECK(client.ask("/") == "200 /|");
    CHECK(rig.counters.http2_refused_heads.get() == 2);
}

TEST_CASE("H2Connection: a client that leaves loses its requests") {
    Rig rig(speaking_http2());
    rig.handler.keep_all();
    H2Client client(rig);
    client.request(ClientSession::get("/1"));
    client.request(ClientSession::get("/2"));
    client.talk();
    client.socket().leave();
    rig.turn();
    CHECK(rig.handler.gone_count == 2);
    CHECK(rig.handler.closes == 1);
    CHECK(rig.handler.kept[0]->responder() == nullptr);
}

TEST_CASE("H2Connection: idle, it ends with GOAWAY") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    CHECK(client.ask("/") == "200 /|");
    rig.pass_ms(74'000);
    CHECK(client.ask("/") == "200 /|");
    rig.pass_ms(74'000);
    CHECK_FALSE(client.ended());
    rig.pass_ms(2'000);
    client.talk();
    CHECK(client.goaways == 1);
    CHECK(client.goaway_error == NGHTTP2_NO_ERROR);
    CHECK(client.ended());
    client.socket().leave();
    rig.turn();
    CHECK(rig.handler.closes == 1);
}

TEST_CASE("H2Connection: a head that does not go on") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    CHECK(client.ask("/") == "200 /|");
    client.socket().send(http::h2::test::frame(1, 0, 3, "\x82"));  // without END_HEADERS
    rig.turn();
    rig.pass_ms(21'000);
    client.talk();
    CHECK(client.goaway_error == NGHTTP2_ENHANCE_YOUR_CALM);
    CHECK(client.ended());
}

TEST_CASE("H2Connection: nobody greets") {
    Rig rig(speaking_http2());
    Client client = rig.connect();
    client.send(http::h2::kClientPreface);
    rig.turn();
    rig.pass_ms(21'000);
    CHECK_FALSE(client.take().empty());
    CHECK(client.ended());
}

TEST_CASE("H2Connection: a worker that leaves lets requests finish, those on their way too") {
    Rig rig(speaking_http2());
    rig.handler.keep_all();
    H2Client client(rig);
    const int32_t first = client.request(ClientSession::get("/1"));
    client.talk();
    rig.port->drain(nullptr);
    const int32_t second = client.request(ClientSession::get("/2"));  // sent before the notice was read
    const std::string on_its_way = client.out();
    client.socket().send(on_its_way);
    rig.turn();
    client.talk();
    CHECK(client.goaways == 2);
    REQUIRE(rig.handler.kept.size() == 2);
    rig.handler.answer_next("one");
    rig.handler.answer_next("two");
    client.talk();
    CHECK(client[first].text() == "200 one|");
    CHECK(client[second].text() == "200 two|");
    CHECK(client.ended());
    client.socket().leave();
    rig.turn();
    CHECK(rig.port->empty());
}

TEST_CASE("H2Connection: a worker that leaves does not wait for a client that does not answer") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    CHECK(client.ask("/") == "200 /|");
    rig.port->drain(nullptr);
    rig.turn();
    rig.pass_ms(1'100);
    client.in(client.socket().take());
    CHECK(client.goaways == 2);
    CHECK(client.ended());
}

TEST_CASE("H2Connection: after http_keepalive_requests it ends") {
    RigOptions options = speaking_http2();
    options.port.limits.keep_alive_requests = 3;
    Rig rig(options);
    H2Client client(rig);
    for (int i = 0; i < 3; ++i) CHECK(client.ask("/") == "200 /|");
    CHECK(client.goaways >= 1);  // one that has nothing in flight does not listen any more
    CHECK(client.ended());
}

TEST_CASE("H2Connection: when no more PHP runs, requests get 503") {
    Rig rig(speaking_http2());
    rig.handler.keep_all();
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::get("/"));
    client.talk();
    rig.port->terminate();
    client.in(client.socket().take());
    CHECK(client[id].status == "503");
    CHECK(client[id].field("retry-after") == "1");
    CHECK(client.goaways == 1);
    CHECK(rig.port->empty());
}

TEST_CASE("H2Connection: closed by its session id") {
    Rig rig(speaking_http2());
    rig.handler.keep_all();
    H2Client client(rig);
    client.request(ClientSession::get("/"));
    client.talk();
    rig.port->find(rig.last_session)->close();
    client.talk();
    CHECK(client.ended());
    CHECK(rig.handler.gone_count == 1);
}

TEST_CASE("H2Connection: goaway and ping") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    CHECK(client.ask("/") == "200 /|");
    CHECK(as_http2(rig.port->find(rig.last_session))->ping() == Error::ok);
    client.talk();
    CHECK(client.pings == 1);
    CHECK(as_http2(rig.port->find(rig.last_session))->go_away(11, std::string(9000, 'x')) ==
          Error::data_length_too_large);
    CHECK(as_http2(rig.port->find(rig.last_session))->go_away(11, "calm") == Error::ok);
    client.talk();
    CHECK(client.goaway_error == 11);
    CHECK(client.goaway_data == "calm");
    CHECK(client.ended());
}

TEST_CASE("H2Connection: a flood is counted and told once") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    CHECK(client.ask("/") == "200 /|");
    for (int i = 0; i < 1000; ++i) client.ping();
    client.talk();
    CHECK(client.goaway_error == NGHTTP2_ENHANCE_YOUR_CALM);
    CHECK(rig.counters.http2_floods[static_cast<size_t>(http::h2::Flood::pings)].get() == 1);
    CHECK(std::count_if(rig.journal.lines.begin(), rig.journal.lines.end(),
                        [](const std::string& line) { return line.find("a flood of PING frames") != line.npos; }) == 1);
}

TEST_CASE("H2Connection: who resets its requests at once gets nothing handled") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    client.talk();
    std::string bytes;
    for (int i = 0; i < 50; ++i) {
        const int32_t id = client.request(ClientSession::get("/"));
        bytes += client.out();
        client.reset(id);
        bytes += client.out();
    }
    client.socket().send(bytes);
    rig.turn();
    CHECK(rig.handler.requests == 0);
}
