// Bodies that are handed to their handler while they arrive.
#include <cstdio>
#include <unistd.h>

#include "serve/stream_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

TEST_CASE("h1 stream: the handler has the request before its body, and each piece as it comes") {
    Rig rig(streaming());
    Taker taker(rig);
    Client client = rig.connect();
    CHECK(rig.ask(client, head_of(10)).empty());
    REQUIRE(rig.handler.requests == 1);
    CHECK(taker.last().body.arriving());
    CHECK(rig.ask(client, "hello").empty());
    CHECK(taker.text == "hello");
    CHECK(taker.last().body.received() == 5);
    CHECK(summary(rig.ask(client, "world" + kGetNext)) == "200 10|200 0|");
}

TEST_CASE("h1 stream: a body that is there is whole at once, and other paths are as before") {
    Rig rig(streaming());
    bool arriving = true;
    rig.handler.request = [&](Exchange& exchange) {
        arriving = exchange.body.arriving();
        std::string body(exchange.body.size(), '?');
        CHECK(exchange.body.read(body.data(), 0, body.size()) == Error::ok);
        CHECK(body == "hello");
        (void)answer(exchange, "ok");
    };
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, head_of(5) + "hello")) == "200 ok|");
    CHECK(!arriving);
    CHECK(rig.ask(client, head("Content-Length: 5\r\n", "/other")).empty());
    CHECK(rig.handler.requests == 1);
    CHECK(summary(rig.ask(client, "hello")) == "200 ok|");
}

TEST_CASE("h1 stream: every size and coding, in pieces of every kind, pipelined") {
    Rig rig(streaming());
    Taker taker(rig);
    Client client = rig.connect();
    for (size_t size : {1, 1000, 18'000, 40'000, 200'000, 1'000'000}) {
        for (size_t piece : {size_t{977}, size_t{60'000}}) {
            CAPTURE(size);
            std::string body(size, 'b');
            char digits[http::kMaxChunkHead];
            std::string chunk(digits, http::write_chunk_head(digits, size));
            std::string expected = "200 " + std::to_string(size) + "|200 0|";
            CHECK(summary(send_in_pieces(rig, client, head_of(size) + body + kGetNext, piece)) == expected);
            CHECK(summary(send_in_pieces(rig, client, kChunked + chunk + body + "\r\n0\r\n\r\n" + kGetNext, piece)) ==
                  expected);
        }
    }
}

TEST_CASE("h1 stream: what is not taken is not received, and time does not count meanwhile") {
    RigOptions options = streaming();
    options.port.limits.body_timeout_ms = 1000;
    Rig rig(options);
    Taker taker(rig, false);
    Client client = rig.connect();
    client.send(head_of(200'000) + std::string(150'000, 'b'));
    rig.turn(10);
    const uint64_t waiting = taker.last().body.received();
    CHECK(waiting >= BodyWindow::kFull);
    CHECK(waiting <= BodyWindow::kFull + net::Block::kSize);
    rig.pass_ms(5000);
    CHECK(client.take().empty());
    std::string some(10, '?');
    CHECK(taker.last().body.take(some.data(), some.size()) == Error::ok);
    taker.last().responder()->read_on(taker.last());
    rig.turn();
    CHECK(taker.last().body.received() == waiting);  // still too much of it there
    taker.eager = true;
    taker.go_on(taker.last());
    rig.turn(20);
    CHECK(taker.text.size() == 150'000 - 10);
    rig.pass_ms(999);
    CHECK(summary(rig.ask(client, std::string(50'000, 'b'))) == "200 199990|");
}

TEST_CASE("h1 stream: 100 (Continue) when the handler wants the body, not before, and time counts from there") {
    RigOptions options = streaming();
    options.port.limits.body_timeout_ms = 1000;
    options.port.limits.body_min_rate = 100;
    Rig rig(options);
    Taker taker(rig, false);
    Client client = rig.connect();
    CHECK(rig.ask(client, head("Expect: 100-continue\r\nContent-Length: 5\r\n")).empty());
    rig.pass_ms(5000);
    CHECK(client.take().empty());
    taker.last().responder()->read_on(taker.last());
    rig.turn();
    CHECK(client.take() == "HTTP/1.1 100 Continue\r\n\r\n");
    taker.last().responder()->read_on(taker.last());
    rig.pass_ms(999);
    CHECK(client.take().empty());
    taker.eager = true;
    CHECK(summary(rig.ask(client, "hello")) == "200 5|");
    // One that does not wait is not told.
    taker.eager = false;
    CHECK(rig.ask(client, head("Expect: 100-continue\r\nContent-Length: 5\r\n")).empty());
    CHECK(rig.ask(client, "he").empty());
    taker.eager = true;
    taker.last().responder()->read_on(taker.last());
    CHECK(summary(rig.ask(client, "llo")) == "200 5|");
}

TEST_CASE("h1 stream: a streamed answer while the body arrives") {
    RigOptions options = streaming();
    options.port.limits.body_bytes = 10 << 20;
    Rig rig(options);
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        http::ResponseHead answer_head;
        (void)exchange.responder()->start(exchange, answer_head);
    };
    rig.handler.body = [&](Exchange& exchange) {
        if (exchange.responder() == nullptr) return;
        std::string piece = take_all(exchange);
        (void)exchange.responder()->write(exchange, Slice(Bytes(piece)));
        if (!exchange.body.arriving()) (void)exchange.responder()->finish(exchange, nullptr, 0);
    };
    Client client = rig.connect();
    std::string body(1'000'000, 'e');
    std::string got = send_in_pieces(rig, client, head_of(body.size()) + body, 15'000);
    CHECK(got.find("Connection: close\r\n") == std::string::npos);
    CHECK(unchunked(got) == body);
    CHECK(!client.ended());
}

TEST_CASE("h1 stream: gathered after all: in memory, in a file, as a form") {
    RigOptions options = streaming();
    options.port.limits.body_memory_bytes = 100'000;
    Rig rig(options);
    std::vector<std::string> seen;
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        exchange.responder()->gather_body(exchange);
    };
    rig.handler.body = [&](Exchange& exchange) {
        if (exchange.body.arriving() || exchange.responder() == nullptr) return;
        std::string body(exchange.body.size(), '?');
        CHECK(exchange.body.read(body.data(), 0, body.size()) == Error::ok);
        const Form* form = exchange.body.form();
        seen.push_back(form != nullptr ? form->fields().at(0).value : std::to_string(body.size()));
        if (exchange.body.in_file()) seen.push_back("file");
        (void)answer(exchange, "ok");
    };
    Client client = rig.connect();
    const std::string form = "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nvalue\r\n--B--\r\n";
    const std::string form_head = head(
        "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: " + std::to_string(form.size()) + "\r\n");
    CHECK(summary(send_in_pieces(rig, client, head_of(1000) + std::string(1000, 'b'), 300)) == "200 ok|");
    CHECK(summary(send_in_pieces(rig, client, head_of(300'000) + std::string(300'000, 'b'), 30'000)) == "200 ok|");
    CHECK(summary(send_in_pieces(rig, client, form_head + form, 120)) == "200 ok|");
    CHECK(seen == std::vector<std::string>{"1000", "300000", "file", "value"});
}

TEST_CASE("h1 stream: a form that is there already waits until it is asked for") {
    Rig rig(streaming());
    rig.handler.keep_all();
    Client client = rig.connect();
    const std::string form = "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nvalue\r\n--B--\r\n";
    const std::string request =
        head("Content-Type: multipart/form-data; boundary=B\r\nContent-Length: " + std::to_string(form.size()) +
             "\r\n") +
        form;
    CHECK(rig.ask(client, request).empty());
    Exchange& exchange = *rig.handler.kept.back();
    CHECK(!exchange.body.arriving());
    CHECK(exchange.body.available() == form.size());
    exchange.responder()->gather_body(exchange);
    REQUIRE(exchange.body.form() != nullptr);
    CHECK(exchange.body.form()->fields().at(0).value == "value");
    rig.handler.answer_next("ok");
    CHECK(summary(client.take()) == "200 ok|");
    // One that is none is found out then.
    std::string broken = request;
    broken.replace(broken.find("--B--"), 5, "-----");
    CHECK(rig.ask(client, broken).empty());
    Exchange& second = *rig.handler.kept.back();
    second.responder()->gather_body(second);
    CHECK(second.body.failure() == 400);
    CHECK(client.take().starts_with("HTTP/1.1 400 "));
}

TEST_CASE("h1 stream: gathered, a body has the limit that it has everywhere") {
    RigOptions options = streaming();
    options.port.limits.body_bytes = 1000;
    options.port.limits.upload_bytes = 100'000;
    Rig rig(options);
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        exchange.responder()->gather_body(exchange);
    };
    Client announced = rig.connect();
    CHECK(rig.ask(announced, head_of(1001)).starts_with("HTTP/1.1 413 "));
    Client chunked = rig.connect();
    CHECK(rig.ask(chunked, kChunked).empty());
    CHECK(rig.ask(chunked, "800\r\n" + std::string(2048, 'b')).starts_with("HTTP/1.1 413 "));
    for (Exchange* exchange : rig.handler.kept) CHECK(exchange->body.failure() == 413);
}

TEST_CASE("h1 stream: a request that waits for admission receives a window of its body, and no more") {
    RigOptions options = streaming();
    options.admission.worker_max_concurrency = 1;
    Rig rig(options);
    Taker taker(rig, false);
    Client first = rig.connect();
    (void)rig.ask(first, head_of(5) + "hello");
    Client second = rig.connect();
    second.send(head_of(150'000) + std::string(150'000, 'b'));
    rig.turn(10);
    CHECK(rig.handler.requests == 1);
    Client leaver = rig.connect();
    (void)rig.ask(leaver, head_of(100) + "some");
    leaver.leave();
    rig.turn();
    CHECK(rig.handler.gone_count == 0);
    taker.eager = true;
    taker.go_on(taker.last());
    rig.turn(20);
    CHECK(rig.handler.requests == 2);
    CHECK(summary(first.take()) == "200 5|");
    CHECK(summary(second.take()) == "200 150000|");
}

TEST_CASE("h1 stream: bodies to a file, from the window and from where they were gathered") {
    RigOptions options = streaming();
    options.port.limits.body_memory_bytes = 100;
    Rig rig(options);
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    const int fd = ::fileno(file);
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        while (exchange.body.available() > 0) CHECK(exchange.body.take_to_file(fd) == Error::ok);
        if (!exchange.body.arriving()) (void)answer(exchange, "moved");
    };
    rig.handler.body = [&](Exchange& exchange) {
        while (exchange.body.available() > 0) CHECK(exchange.body.take_to_file(fd) == Error::ok);
        exchange.responder()->read_on(exchange);
        if (!exchange.body.arriving()) (void)answer(exchange, "moved");
    };
    Client client = rig.connect();
    CHECK(summary(send_in_pieces(rig, client, head_of(90'000) + std::string(90'000, 'w'), 20'000)) == "200 moved|");
    CHECK(summary(send_in_pieces(rig, client, head("Content-Length: 40000\r\n", "/gathered") + std::string(40'000, 'g'),
                                 20'000)) == "200 moved|");
    CHECK(summary(rig.ask(client, head_of(3) + "end")) == "200 moved|");
    std::string all(140'000, '?');
    const auto size = ::pread(fd, all.data(), all.size(), 0);
    REQUIRE(size > 0);
    all.resize(static_cast<size_t>(size));
    CHECK(all == std::string(90'000, 'w') + std::string(40'000, 'g') + "end");
    (void)std::fclose(file);
}
