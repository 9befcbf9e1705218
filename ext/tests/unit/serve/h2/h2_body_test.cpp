// Request bodies of HTTP/2 streams.
#include "protocol/http/coded_content.h"
#include "serve/h2/h2_rig.h"
#include "serve/stream_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

void answer_with_body(Rig& rig) {
    rig.handler.request = [](Exchange& exchange) {
        std::string text(exchange.body.size(), '?');
        CHECK(exchange.body.read(text.data(), 0, text.size()) == Error::ok);
        (void)answer(exchange, text);
    };
}

}  // namespace

TEST_CASE("H2 body: gathered before the request is handled, of any size") {
    Rig rig(speaking_http2());
    answer_with_body(rig);
    H2Client client(rig);
    for (size_t size : {1, 1000, 16'384, 65'535, 65'536, 1'000'000}) {
        for (bool told : {false, true}) {
            const std::string text(size, 'x');
            const Fields length = {{"content-length", std::to_string(size)}};
            const int32_t id = client.request(ClientSession::post("/", told ? length : Fields()), text);
            client.talk();
            CHECK(client[id].text() == "200 " + text + "|");
        }
    }
}

TEST_CASE("H2 body: too large, told or found out") {
    RigOptions options = speaking_http2();
    options.port.limits.body_bytes = 100'000;
    Rig rig(options);
    H2Client client(rig);
    const std::string text(200'000, 'x');
    const int32_t told = client.request(ClientSession::post("/", {{"content-length", "200000"}}), text);
    const int32_t found = client.request(ClientSession::post("/"), text);
    client.talk();
    CHECK(client[told].status == "413");
    CHECK(client[found].status == "413");
    CHECK(client[told].closed);
    CHECK(rig.handler.requests == 0);
    CHECK(client.ask("/") == "200 /|");
}

TEST_CASE("H2 body: the client waits for 100 (Continue)") {
    Rig rig(speaking_http2());
    answer_with_body(rig);
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/", {{"expect", "100-continue"}}), "", false);
    client.talk();
    CHECK(client[id].interim == "100");
    client.more(id, "text", true);
    client.talk();
    CHECK(client[id].text() == "200 text|");
}

TEST_CASE("H2 body: that streams is taken as it comes") {
    Rig rig(speaking_http2());
    Taker taker(rig);
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/s"), "one", false);
    client.talk();
    CHECK(rig.handler.requests == 1);
    CHECK(taker.text == "one");
    client.more(id, "two", false);
    client.talk();
    CHECK(taker.text == "onetwo");
    client.more(id, std::string(500'000, 'x'), true);
    client.talk();
    CHECK(client[id].text() == "200 500006|");
}

TEST_CASE("H2 body: a handler that takes nothing holds up the client") {
    Rig rig(speaking_http2());
    Taker taker(rig, false);
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/s"), std::string(300'000, 'x'));
    client.talk();
    CHECK(taker.last().body.available() == 65535);
    rig.pass_ms(100'000);  // its own time
    taker.eager = true;
    taker.go_on(taker.last());
    client.talk();
    CHECK(client[id].text() == "200 300000|");
}

TEST_CASE("H2 body: that streams may be wanted whole") {
    for (size_t before : {size_t{3}, size_t{100'000}}) {
        Rig rig(speaking_http2());
        H2Client client(rig);
        rig.handler.keep_all();
        const int32_t id = client.request(ClientSession::post("/s"), std::string(before, 'x'), false);
        client.talk();
        Exchange& exchange = *rig.handler.kept.front();
        exchange.responder()->gather_body(exchange);
        client.more(id, std::string(100, 'y'), true);
        client.talk();
        CHECK_FALSE(exchange.body.arriving());
        CHECK(exchange.body.size() == before + 100);
        rig.handler.answer_next("done");
        client.talk();
        CHECK(client[id].text() == "200 done|");
    }
}

TEST_CASE("H2 body: whole, but not taken, it may still be gathered") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    rig.handler.keep_all();
    client.request(ClientSession::post("/s"), "text");
    client.talk();
    Exchange& exchange = *rig.handler.kept.front();
    exchange.responder()->gather_body(exchange);
    CHECK(exchange.body.size() == 4);
    rig.handler.answer_next("done");
    client.talk();
}

TEST_CASE("H2 body: silence is answered with 408") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/"), "some", false);
    client.talk();
    rig.pass_ms(29'000);
    client.more(id, "more", false);
    client.talk();
    rig.pass_ms(29'000);
    CHECK(client[id].status.empty());
    rig.pass_ms(2'000);
    client.talk();
    CHECK(client[id].status == "408");
    CHECK(client.ask("/") == "200 /|");
}

TEST_CASE("H2 body: silence of one that streams breaks it off") {
    Rig rig(speaking_http2());
    Taker taker(rig);
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/s"), "some", false);
    client.talk();
    rig.pass_ms(31'000);
    client.talk();
    CHECK(client[id].status == "408");
    CHECK(rig.handler.gone_count == 1);
    CHECK(taker.last().body.failure() == 408);
}

TEST_CASE("H2 body: an answer before its end") {
    Rig rig(speaking_http2());
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "enough"); };
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/s"), std::string(300'000, 'x'));
    client.talk();
    CHECK(client[id].text() == "200 enough|");
    CHECK(client[id].closed);
    CHECK(client.ask("/") == "200 enough|");
}

TEST_CASE("H2 body: coded ones are decoded, in the window's measure") {
    RigOptions options = speaking_http2();
    options.port.limits.decode_bodies = true;
    options.port.limits.body_bytes = 4 << 20;
    Rig rig(options);
    std::string text;
    for (uint32_t i = 0; text.size() < 2'000'000; ++i) text += std::to_string(i * 2654435761u);
    text.resize(2'000'000);
    const std::string coded = http::test::encode(http::ContentCoding::gzip, text);
    const Fields fields = {{"content-encoding", "gzip"}, {"content-length", std::to_string(coded.size())}};
    answer_with_body(rig);
    H2Client client(rig);
    int32_t id = client.request(ClientSession::post("/", fields), coded);
    client.talk();
    CHECK(client[id].body == text);

    Taker taker(rig, false);
    id = client.request(ClientSession::post("/s", fields), coded);
    client.talk();
    CHECK(taker.last().body.available() < 200'000);
    taker.eager = true;
    taker.go_on(taker.last());
    client.talk();
    CHECK(client[id].text() == "200 2000000|");
}

TEST_CASE("H2 body: trailers end it") {
    Rig rig(speaking_http2());
    answer_with_body(rig);
    H2Client client(rig);
    const int32_t id = client.request(ClientSession::post("/"), "text", false);
    client.talk();
    nghttp2_nv trailer{};
    std::string name = "x-sum", value = "4";
    trailer.name = reinterpret_cast<uint8_t*>(name.data());
    trailer.namelen = name.size();
    trailer.value = reinterpret_cast<uint8_t*>(value.data());
    trailer.valuelen = value.size();
    nghttp2_submit_trailer(client.handle(), id, &trailer, 1);
    client.talk();
    CHECK(client[id].text() == "200 text|");
}
