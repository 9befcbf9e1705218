#include "serve/h1/get.h"
#include "serve/h1/h1_connection.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

TEST_CASE("h1 answer: HEAD has the head of GET and no body, whole or in pieces") {
    Rig rig;
    Client client = rig.connect();
    std::string got = rig.ask(client, "HEAD /four HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(has(got, "Content-Length: 5\r\n"));
    CHECK(got.ends_with("\r\n\r\n"));
    rig.handler.request = [](Exchange& exchange) {
        http::ResponseHead head;
        (void)exchange.responder()->start(exchange, head);
        (void)exchange.responder()->write(exchange, Slice("piece"));
        (void)exchange.responder()->finish(exchange, nullptr, 0);
    };
    got = rig.ask(client, "HEAD /four HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(has(got, "Transfer-Encoding: chunked\r\n"));
    CHECK(got.ends_with("\r\n\r\n"));
    CHECK(!has(got, "piece"));
    CHECK(unchunked(rig.ask(client, kGet)) == "piece");
}

TEST_CASE("h1 answer: 204 and 304 have no body however they are answered") {
    Rig rig;
    Client client = rig.connect();
    for (int status : {204, 304}) {
        rig.handler.request = [&](Exchange& exchange) { (void)answer(exchange, "body", status); };
        std::string whole = rig.ask(client, kGet);
        rig.handler.request = [&](Exchange& exchange) {
            http::ResponseHead head;
            head.status = status;
            (void)exchange.responder()->start(exchange, head);
            (void)exchange.responder()->write(exchange, Slice("body"));
            (void)exchange.responder()->finish(exchange, nullptr, 0);
        };
        std::string pieces = rig.ask(client, kGet);
        for (const std::string& got : {whole, pieces}) {
            CHECK(got.ends_with("\r\n\r\n"));
            CHECK(!has(got, "Content-Length"));
            CHECK(!has(got, "Transfer-Encoding"));
        }
    }
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "ok"); };
    CHECK(summary(rig.ask(client, kGet)) == "200 ok|");
}

TEST_CASE("h1 answer: an answer in pieces reaches the client piece by piece, with trailers at its end") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    Exchange& exchange = *rig.handler.kept[0];
    http::ResponseHead head;
    CHECK(exchange.responder()->start(exchange, head) == Error::ok);
    CHECK(exchange.state() == ResponseState::streaming);
    CHECK(exchange.responder()->write(exchange, Slice("first ")) == Error::ok);
    std::string got = client.take();
    CHECK(unchunked(got) == "first ...");
    CHECK(exchange.responder()->write(exchange, Slice()) == Error::ok);
    CHECK(exchange.responder()->write(exchange, Slice("second")) == Error::ok);
    http::Field trailer{"X-Sum", "12"};
    CHECK(exchange.responder()->finish(exchange, &trailer, 1) == Error::ok);
    got += client.take();
    CHECK(unchunked(got) == "first second");
    CHECK(got.ends_with("0\r\nX-Sum: 12\r\n\r\n"));
    CHECK(exchange.responder() == nullptr);
    rig.handler.forget_all();
    rig.handler.request = [](Exchange& next) { (void)answer(next, "next"); };
    CHECK(summary(rig.ask(client, kGet)) == "200 next|");
}

TEST_CASE("h1 answer: to HTTP/1.0 pieces are sent plain and ended by the connection") {
    Rig rig;
    rig.handler.request = [](Exchange& exchange) {
        http::ResponseHead head;
        (void)exchange.responder()->start(exchange, head);
        (void)exchange.responder()->write(exchange, Slice("one "));
        (void)exchange.responder()->write(exchange, Slice("two"));
        (void)exchange.responder()->finish(exchange, nullptr, 0);
    };
    Client client = rig.connect();
    std::string got = rig.ask(client, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    CHECK(got.ends_with("\r\n\r\none two"));
    CHECK(has(got, "Connection: close\r\n"));
    CHECK(client.ended());
}

TEST_CASE("h1 answer: interim answers are sent at once, before the answer") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    Exchange& exchange = *rig.handler.kept[0];
    http::Field link{"Link", "</a.css>; rel=preload"};
    http::ResponseHead hints{.status = 103, .fields = &link, .field_count = 1};
    CHECK(exchange.responder()->inform(exchange, hints) == Error::ok);
    CHECK(client.take() == "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n");
    CHECK(exchange.state() == ResponseState::none);
    rig.handler.answer_next("done");
    CHECK(summary(client.take()) == "200 done|");
    rig.handler.request = [&](Exchange& next) {
        CHECK(next.responder()->inform(next, hints) == Error::ok);
        (void)answer(next, "next");
    };
    std::string got = rig.ask(client, kGet + kGet);
    CHECK(got.starts_with("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\n"));
    CHECK(has(got, "nextHTTP/1.1 103 Early Hints\r\n"));
}

TEST_CASE("h1 answer: no interim answers to HTTP/1.0, to a client that takes nothing, and to one that has gone") {
    RigOptions options;
    options.port.limits.high_watermark = 10'000;
    Rig rig(options);
    std::string value(1000, 'v');
    http::Field field{"X", value};
    http::ResponseHead hints{.status = 103, .fields = &field, .field_count = 1};
    rig.handler.request = [&](Exchange& exchange) {
        CHECK(exchange.responder()->inform(exchange, hints) == Error::operation_not_supported);
        (void)answer(exchange, "old");
    };
    Client old = rig.connect();
    CHECK(rig.ask(old, "GET / HTTP/1.0\r\n\r\n").starts_with("HTTP/1.1 200 OK\r\n"));
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    Exchange& exchange = *rig.handler.kept[0];
    Error error = Error::ok;
    for (int i = 0; i < 10'000 && error == Error::ok; ++i) error = exchange.responder()->inform(exchange, hints);
    CHECK(error == Error::output_buffer_overflow);
    CHECK(exchange.responder()->queued() < 20'000);
    Client gone = rig.connect();
    (void)rig.ask(gone, kGet);
    gone.leave();
    Exchange& lost = *rig.handler.kept[1];
    CHECK(lost.responder()->inform(lost, hints) == Error::session_closed_by_client);
    CHECK(lost.responder() == nullptr);
}

TEST_CASE("h1 answer: who watches an answer is told of its end, once") {
    Rig rig;
    rig.handler.keep_all();
    std::vector<ResponseState> ends;
    rig.handler.over = [&](Exchange& exchange) {
        exchange.reports_end = false;
        ends.push_back(exchange.state());
    };
    for (bool leaves : {false, true, false}) {
        Client client = rig.connect();
        (void)rig.ask(client, kGet);
        rig.handler.kept[0]->reports_end = true;
        if (leaves) client.leave();
        rig.turn();
        rig.handler.answer_next("x");
        rig.turn();
    }
    CHECK(ends == std::vector{ResponseState::complete, ResponseState::lost, ResponseState::complete});
}

TEST_CASE("h1 answer: streaming waits for a slow client, and goes on") {
    RigOptions options;
    options.port.limits.high_watermark = 100'000;
    options.port.limits.low_watermark = 20'000;
    Rig rig(options);
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    Exchange& exchange = *rig.handler.kept[0];
    std::string piece(50'000, 'p');
    http::ResponseHead head;
    size_t written = 0;
    auto write_until_full = [&] {
        while (written < 100 && !exchange.responder()->must_wait()) {
            REQUIRE(exchange.responder()->write(exchange, Slice(piece)) == Error::ok);
            ++written;
        }
    };
    (void)exchange.responder()->start(exchange, head);
    write_until_full();
    CHECK(written < 20);
    rig.turn();
    CHECK(rig.handler.drained_count == 0);
    rig.handler.drained = [&](Exchange&) { write_until_full(); };
    std::string got;
    for (int i = 0; i < 1000 && written < 100; ++i) {
        got += client.take(64 * 1024);
        rig.turn();
    }
    CHECK(written == 100);
    CHECK(rig.handler.drained_count > 10);
    (void)exchange.responder()->finish(exchange, nullptr, 0);
    for (std::string more = client.take(); !more.empty(); more = client.take()) {
        got += more;
        rig.turn();
    }
    CHECK(unchunked(got) == std::string(100 * piece.size(), 'p'));
    CHECK(rig.handler.drained_count < 100);
}

TEST_CASE("h1 answer: write() finds out that the client is gone") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    client.leave();
    Exchange& exchange = *rig.handler.kept[0];
    http::ResponseHead head;
    CHECK(exchange.responder()->start(exchange, head) == Error::ok);
    CHECK(exchange.responder()->write(exchange, Slice("x")) == Error::session_closed_by_client);
    CHECK(exchange.responder() == nullptr);
    CHECK(rig.handler.gone_count == 1);
}

TEST_CASE("h1 answer: abort ends the connection before the answer") {
    Rig rig;
    rig.handler.request = [](Exchange& exchange) {
        http::ResponseHead head;
        (void)exchange.responder()->start(exchange, head);
        (void)exchange.responder()->write(exchange, Slice("part"));
        exchange.responder()->abort(exchange);
    };
    Client client = rig.connect();
    CHECK(unchunked(rig.ask(client, kGet + kGet)) == "part...");
    CHECK(client.ended());
    CHECK(rig.handler.requests == 1);
    CHECK(rig.counters.abort_count.get() == 1);
}

TEST_CASE("h1 answer: a file is sent from where it was asked, HEAD sends none of it") {
    Rig rig;
    std::FILE* temporary = std::tmpfile();
    REQUIRE(temporary != nullptr);
    REQUIRE(std::fwrite("0123456789", 1, 10, temporary) == 10);
    REQUIRE(std::fflush(temporary) == 0);
    rig.handler.request = [&](Exchange& exchange) {
        http::ResponseHead head;
        head.content_length = 5;
        (void)exchange.responder()->respond_file(exchange, head, Fd(dup(fileno(temporary))), 3);
    };
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, kGet + kGet)) == "200 34567|200 34567|");
    std::string head = rig.ask(client, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(has(head, "Content-Length: 5\r\n"));
    CHECK(head.ends_with("\r\n\r\n"));
    std::fclose(temporary);
}
