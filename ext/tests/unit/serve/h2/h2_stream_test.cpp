// Answers of HTTP/2 streams.
#include <unistd.h>

#include "serve/h2/h2_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

net::SharedFd file_of(const std::string& text) {
    char name[] = "/tmp/tern_h2_XXXXXX";
    Fd fd(mkstemp(name));
    REQUIRE(fd.open());
    REQUIRE(::unlink(name) == 0);
    REQUIRE(::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    return net::SharedFd(std::move(fd));
}

Exchange& ask_kept(Rig& rig, H2Client& client, const std::string& path) {
    rig.handler.keep_all();
    client.request(ClientSession::get(path));
    client.talk();
    REQUIRE_FALSE(rig.handler.kept.empty());
    return *rig.handler.kept.back();
}

void start(Exchange& exchange) {
    http::ResponseHead head;
    CHECK(exchange.responder()->start(exchange, head) == Error::ok);
}

}  // namespace

TEST_CASE("H2Stream: a file, and parts") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    std::string text;
    for (int i = 0; i < 30'000; ++i) text += std::to_string(i);
    rig.handler.request = [&](Exchange& exchange) {
        http::ResponseHead head;
        if (exchange.head.path == "/file") {
            head.content_length = text.size() - 5;
            CHECK(exchange.responder()->respond_file(exchange, head, file_of(text), 5) == Error::ok);
            return;
        }
        BodyPart parts[3];
        parts[0].bytes = Slice("[");
        parts[1].file = file_of(text);
        parts[1].offset = 3;
        parts[1].length = 4;
        parts[2].bytes = Slice("]");
        head.content_length = 6;
        CHECK(exchange.responder()->respond_parts(exchange, head, parts) == Error::ok);
    };
    CHECK(client.ask("/file") == "200 " + text.substr(5) + "|");
    CHECK(client.ask("/parts") == "200 [" + text.substr(3, 4) + "]|");
}

TEST_CASE("H2Stream: a file that became shorter is an error of its stream") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    for (const uint64_t announced : {100'000, 10'000, 500}) {  // in a middle frame, in the last one, beside the head
        CAPTURE(announced);
        rig.handler.request = [&](Exchange& exchange) {
            http::ResponseHead head;
            head.content_length = announced;
            CHECK(exchange.responder()->respond_file(exchange, head, file_of("short"), 0) == Error::ok);
        };
        const int32_t id = client.request(ClientSession::get("/"));
        client.talk();
        CHECK(client[id].error == NGHTTP2_INTERNAL_ERROR);
        CHECK(client[id].text() == "200 ...");
    }
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "fine"); };
    CHECK(client.ask("/") == "200 fine|");
}

TEST_CASE("H2Stream: heads without a body") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    rig.handler.request = [](Exchange& exchange) {
        (void)answer(exchange, "text", exchange.head.path == "/204" ? 204 : 200);
    };
    CHECK(client.ask("/204") == "204 |");
    Fields head = ClientSession::get("/");
    head[0].second = "HEAD";
    const int32_t id = client.request(head);
    client.talk();
    CHECK(client[id].text() == "200 |");
    CHECK(client[id].field("content-length") == "4");
}

TEST_CASE("H2Stream: bytes that nobody owns are copied") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    rig.handler.request = [](Exchange& exchange) {
        std::string text(50'000, 'a');
        (void)answer(exchange, text);
        text.assign(text.size(), 'b');
    };
    CHECK(client.ask("/") == "200 " + std::string(50'000, 'a') + "|");
}

TEST_CASE("H2Stream: pieces are sent as they are written, trailers behind them") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    Exchange& exchange = ask_kept(rig, client, "/");
    http::ResponseHead hint;
    hint.status = 103;
    CHECK(exchange.responder()->inform(exchange, hint) == Error::ok);
    client.in(client.socket().take());
    CHECK(client[1].interim == "103");
    start(exchange);
    CHECK(exchange.responder()->write(exchange, Slice("one")) == Error::ok);
    client.in(client.socket().take());  // at once
    CHECK(client[1].text() == "200 one...");
    CHECK(exchange.responder()->write(exchange, Slice("two")) == Error::ok);
    const http::Field trailer{"X-Sum", "6"};
    CHECK(exchange.responder()->finish(exchange, &trailer, 1) == Error::ok);
    CHECK(exchange.responder() == nullptr);
    client.talk();
    CHECK(client[1].text() == "200 onetwo|");
    CHECK(client[1].trailers == Fields{{"x-sum", "6"}});
    CHECK(client[1].field("content-length") == "-");
}

TEST_CASE("H2Stream: a slow reader holds up its writer, and nobody else") {
    RigOptions options = speaking_http2();
    options.port.limits.high_watermark = 100'000;
    options.port.limits.low_watermark = 20'000;
    Rig rig(options);
    H2Client client(rig, 65535, false);
    Exchange& exchange = ask_kept(rig, client, "/");
    start(exchange);
    const std::string piece(70'000, 'x');
    for (int i = 0; i < 3; ++i) {
        REQUIRE(exchange.responder()->write(exchange, Slice(Bytes(piece))) == Error::ok);
        client.talk();
        CHECK(exchange.responder()->must_wait() == (i == 2));
    }
    CHECK(client[1].body.size() == 65535);
    CHECK(exchange.responder()->queued() == 210'000 - 65535);
    CHECK(rig.handler.drained_count == 0);
    client.consume(1, 65535);
    client.talk();
    CHECK(rig.handler.drained_count == 0);  // not yet
    client.consume(1, 65535);
    client.talk();
    CHECK(rig.handler.drained_count == 1);
    CHECK_FALSE(exchange.responder()->must_wait());
    CHECK(exchange.responder()->finish(exchange, nullptr, 0) == Error::ok);
    client.consume(1, 65535);
    client.talk();
    CHECK(client[1].body.size() == 210'000);
    CHECK(client[1].ended);
}

TEST_CASE("H2Stream: all that waits on one connection has an end") {
    RigOptions options = speaking_http2();
    options.port.limits.high_watermark = 100'000;
    options.port.limits.low_watermark = 20'000;
    Rig rig(options);
    H2Client client(rig, 0, false);
    rig.handler.keep_all();
    for (int i = 0; i < 10; ++i) client.request(ClientSession::get("/"));
    client.talk();
    REQUIRE(rig.handler.kept.size() == 10);
    const std::string piece(30'000, 'x');
    uint64_t queued = 0;
    for (Exchange* exchange : rig.handler.kept) {
        start(*exchange);
        while (!exchange->responder()->must_wait()) {
            REQUIRE(exchange->responder()->write(*exchange, Slice(Bytes(piece))) == Error::ok);
        }
        queued += exchange->responder()->queued();
    }
    CHECK(queued <= 100'000 + 10 * 30'000);
}

TEST_CASE("H2Stream: reset by the client") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    Exchange& exchange = ask_kept(rig, client, "/");
    client.reset(1);
    client.talk();
    CHECK(rig.handler.gone_count == 1);
    CHECK(exchange.responder() == nullptr);
    CHECK(exchange.state() == ResponseState::lost);
}

TEST_CASE("H2Stream: abort resets only this stream") {
    Rig rig(speaking_http2());
    H2Client client(rig);
    Exchange& exchange = ask_kept(rig, client, "/");
    start(exchange);
    exchange.responder()->abort(exchange);
    client.talk();
    CHECK(client[1].error == NGHTTP2_INTERNAL_ERROR);
    rig.handler.request = [](Exchange& other) { (void)answer(other, "fine"); };
    CHECK(client.ask("/") == "200 fine|");
}

TEST_CASE("H2Stream: a client that takes nothing loses the answer") {
    Rig rig(speaking_http2());
    H2Client client(rig, 1000, false);
    Exchange& exchange = ask_kept(rig, client, "/");
    start(exchange);
    CHECK(exchange.responder()->write(exchange, Slice(Bytes("0123456789"))) == Error::ok);
    const std::string text(5000, 'x');
    CHECK(exchange.responder()->write(exchange, Slice(Bytes(text))) == Error::ok);
    client.talk();
    rig.pass_ms(59'000);
    client.consume(1, 1000);
    client.talk();
    rig.pass_ms(59'000);
    CHECK(rig.handler.gone_count == 0);
    rig.pass_ms(61'000);
    client.talk();
    CHECK(rig.handler.gone_count == 1);
    CHECK(client[1].error == NGHTTP2_CANCEL);
}

TEST_CASE("H2Stream: refusals are answers") {
    RigOptions options = speaking_http2();
    options.port.http2_session.head = {.target_bytes = 8 * 1024, .head_bytes = 16 * 1024};
    Rig rig(options);
    H2Client client(rig);
    CHECK(client.ask("/" + std::string(9000, 'a')).starts_with("414 414 "));
    Fields fields = ClientSession::get("/");
    fields.emplace_back("host", "other");
    const int32_t id = client.request(fields);
    client.talk();
    CHECK(client[id].status == "400");
    CHECK(rig.handler.requests == 0);
    CHECK(client.ask("/") == "200 /|");
}

TEST_CASE("H2Stream: requests wait for admission, and may leave the queue") {
    RigOptions options = speaking_http2();
    options.admission.worker_max_concurrency = 1;
    Rig rig(options);
    rig.handler.keep_all();
    H2Client client(rig);
    for (const char* path : {"/1", "/2", "/3"}) client.request(ClientSession::get(path));
    client.talk();
    CHECK(rig.handler.requests == 1);
    client.reset(3);
    client.talk();
    rig.handler.answer_next("one");
    client.talk();
    CHECK(rig.handler.requests == 2);
    CHECK(rig.handler.kept.front()->head.path == "/3");
    CHECK(rig.handler.gone_count == 0);
}
