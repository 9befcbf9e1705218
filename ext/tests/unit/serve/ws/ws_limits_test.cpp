// Deadlines, queues, backpressure, broadcasts and compression of WebSockets.
#include "serve/ws/ws_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

constexpr Bytes kOffer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
constexpr PushFlags kCompress{.compress = true};

std::string text_of(size_t size) {
    std::string text;
    while (text.size() < size) text += "message " + std::to_string(text.size()) + ' ';
    return text;
}

WsOptions compressing() {
    WsOptions options;
    options.compression = true;
    options.deflate = {};  // both sides may keep their contexts
    return options;
}

}  // namespace

TEST_CASE("ws limits: silence is asked about, and ends it") {
    WsRig rig;
    Client client = rig.open();
    rig.pass_ms(rig.options.ping_interval_ms);
    CHECK(rig.heard(client) == "ping()");
    CHECK(rig.tell(client, frame(10, "")).empty());
    rig.pass_ms(rig.options.ping_interval_ms - 1);
    CHECK(rig.heard(client).empty());
    rig.pass_ms(1);
    CHECK(rig.heard(client) == "ping()");
    rig.pass_ms(rig.options.pong_timeout_ms);
    CHECK(rig.program.seen == "closed(1006 no pong came)");
    CHECK(client.take().empty());
    CHECK(client.ended());
}

TEST_CASE("ws limits: who talks is not asked") {
    WsRig rig;
    Client client = rig.open();
    for (int i = 0; i < 5; ++i) {
        rig.pass_ms(rig.options.ping_interval_ms - 10);
        CHECK(rig.tell(client, text_frame("x")).empty());
    }
}

TEST_CASE("ws limits: no messages for long") {
    WsOptions options;
    options.idle_timeout_ms = 100'000;
    WsRig rig(options);
    Client client = rig.open();
    for (int i = 0; i < 3; ++i) {
        rig.pass_ms(30'000);
        CHECK(rig.tell(client, frame(10, "")) == "ping()");
    }
    (void)rig.tell(client, text_frame("x"));
    rig.pass_ms(30'000);
    CHECK(rig.tell(client, frame(10, "")) == "ping()");
    CHECK(rig.session()->push(Opcode::text, Slice("y")) == Error::ok);
    CHECK(rig.heard(client) == "text(y)");
    for (int i = 0; i < 3; ++i) {
        rig.pass_ms(30'000);
        CHECK(rig.tell(client, frame(10, "")) == "ping()");
    }
    rig.pass_ms(10'000);
    CHECK(rig.heard(client) == "close(" + close_payload(1001, "idle") + ")");
}

TEST_CASE("ws limits: what is being handled, by number and by bytes") {
    WsOptions options;
    options.handled_messages = 3;
    options.handled_bytes = 1000;
    WsRig rig(options);
    std::vector<size_t> sizes;
    rig.program.message = [&](WsSession& session, const WsHandler::Message& message) {
        sizes.push_back(message.payload.size());
        session.begin(message.payload.size());
    };
    Client client = rig.open();
    std::string all;
    for (int i = 0; i < 10; ++i) all += text_frame(std::to_string(i));
    client.send(all);
    rig.turn();
    CHECK(rig.program.take() == "text(0) text(1) text(2)");
    CHECK(rig.session()->paused());
    rig.session()->done(1);
    rig.turn();
    CHECK(rig.program.take() == "text(3)");
    for (int i = 0; i < 9; ++i) {
        rig.session()->done(1);
        rig.turn();
    }
    CHECK(rig.program.take() == "text(4) text(5) text(6) text(7) text(8) text(9)");
    client.send(frame(2, std::string(600, 'x')) + frame(2, std::string(600, 'x')) + text_frame("later"));
    rig.turn();
    CHECK(rig.program.take() == "binary(600) binary(600)");
    rig.session()->done(600);
    rig.turn();
    CHECK(rig.program.take() == "text(later)");
}

TEST_CASE("ws limits: a paused client is not asked, and its close is read") {
    WsOptions options;
    options.handled_messages = 1;
    WsRig rig(options);
    rig.program.message = [](WsSession& session, const WsHandler::Message&) { session.begin(0); };
    Client client = rig.open();
    CHECK(rig.tell(client, text_frame("a") + text_frame("b")).empty());
    rig.pass_ms(100'000);
    rig.pass_ms(100'000);
    CHECK(rig.heard(client).empty());
    CHECK(rig.session()->close(1000, {}) == Error::ok);
    CHECK(rig.tell(client, frame(8, close_payload(1000))) == "close(" + close_payload(1000) + ")");
    CHECK(rig.program.seen == "text(a) closed(1000 clean)");
}

TEST_CASE("ws limits: a client that does not read") {
    WsOptions options;
    options.queue_bytes = 50'000;
    options.drained_bytes = 10'000;
    RigOptions rig_options;
    rig_options.send_buffer = 4096;
    WsRig rig(options, rig_options);
    Client client = rig.open();
    const std::string payload(10'000, 'x');
    Error error = Error::ok;
    int sent = 0;
    for (; sent < 100 && error == Error::ok; ++sent) error = rig.session()->push(Opcode::binary, Slice(payload));
    CHECK(error == Error::output_buffer_overflow);
    CHECK(sent > 5);
    CHECK(rig.session()->queued() <= 50'000);
    // Nor do its pings fill our memory.
    const uint64_t queued = rig.session()->queued();
    for (int i = 0; i < 2000; ++i) {
        client.send(frame(9, std::string(100, 'p')));
        if (i % 10 == 9) rig.turn(1);
    }
    rig.turn(40);
    CHECK(rig.session()->queued() <= 51'000);
    CHECK(rig.session()->queued() >= queued);
    CHECK(rig.program.drained_count == 0);
    std::string all;
    for (int i = 0; i < 100; ++i) {
        all += client.take();
        rig.turn();
    }
    CHECK(rig.program.drained_count == 1);
    CHECK(rig.session()->queued() == 0);
    const std::string heard = http::ws::test::read(all, 0, http::ws::Sender::server);
    CHECK(heard.starts_with("binary(10000) binary(10000)"));
}

TEST_CASE("ws limits: a client that takes nothing is dropped") {
    RigOptions rig_options;
    rig_options.send_buffer = 4096;
    WsRig rig({}, rig_options);
    Client client = rig.open();
    CHECK(rig.session()->push(Opcode::binary, copy_of(std::string(1 << 20, 'x'))) == Error::ok);
    rig.pass_ms(rig.port->limits().send_timeout_ms);
    CHECK(rig.program.seen == "closed(1006 the client takes nothing)");
}

TEST_CASE("ws limits: broadcasts: those too far behind lose frames, or are cut off") {
    for (bool cut_off : {false, true}) {
        WsOptions options;
        const QueueLimit limit{20'000, cut_off};
        RigOptions rig_options;
        rig_options.send_buffer = 4096;
        WsRig rig(options, rig_options);
        Client reader = rig.open();
        Client sleeper = rig.open();
        size_t received = 0;
        for (int i = 0; i < 100; ++i) {
            SharedFrame shared(Opcode::text, text_of(1000), true, options, rig.context.websockets.codecs);
            for (int64_t id : rig.context.websockets.ids()) {
                if (WsSession* session = rig.context.websockets.find(id)) (void)session->push_frame(shared, limit);
            }
            rig.turn();
            received += rig.heard(reader) == "text(" + std::to_string(text_of(1000).size()) + ")" ? 1 : 0;
        }
        CHECK(received == 100);
        CHECK(rig.counters.websocket_dropped.get() > 0);
        CHECK(rig.context.websockets.count() == (cut_off ? 1 : 2));
        CHECK(rig.program.seen == (cut_off ? "closed(1006 the client is too far behind)" : ""));
    }
}

TEST_CASE("ws limits: compression, with and without context") {
    for (Bytes more : {"", "; server_no_context_takeover"}) {
        WsRig rig(compressing());
        Client client = rig.open("Sec-WebSocket-Extensions: permessage-deflate" + std::string(more) + "\r\n");
        const http::ws::DeflateTerms terms{!more.empty(), false, 15, 15};
        Reading reading(http::ws::Sender::server, {}, &terms);
        const std::string text = text_of(3000);
        size_t first = 0;
        for (int i = 0; i < 4; ++i) {
            CHECK(rig.session()->push(Opcode::text, Slice(text), kCompress) == Error::ok);
            rig.turn();
            const std::string bytes = client.take();
            CHECK(bytes.size() < text.size() / 2);
            if (i == 0)
                first = bytes.size();
            else
                CHECK((bytes.size() < first / 4) == more.empty());
            CHECK(reading.feed(bytes));
        }
        CHECK(rig.session()->push(Opcode::text, Slice(text)) == Error::ok);
        CHECK(rig.session()->push(Opcode::text, Slice("short"), kCompress) == Error::ok);
        CHECK(rig.session()->push(Opcode::text, Slice(text), {.fin = false, .compress = true}) == Error::ok);
        CHECK(rig.session()->ping("p") == Error::ok);
        CHECK(rig.session()->push(Opcode::continuation, Slice("end")) == Error::ok);
        rig.turn();
        CHECK(reading.feed(client.take()));
        const std::string n = std::to_string(text.size());
        CHECK(reading.seen == "text*(" + n + ") text*(" + n + ") text*(" + n + ") text*(" + n + ") text(" + n +
                                  ") text*(short) ping(p) text*(" + std::to_string(text.size() + 3) + ")");
    }
}

TEST_CASE("ws limits: a shared compressed frame between a connection's own ones") {
    WsRig rig(compressing());
    Client client = rig.open(kOffer);
    const http::ws::DeflateTerms terms;
    Reading reading(http::ws::Sender::server, {}, &terms);
    const std::string text = text_of(2000);
    SharedFrame shared(Opcode::text, text, true, rig.options, rig.context.websockets.codecs);
    for (int i = 0; i < 3; ++i) {
        CHECK(rig.session()->push(Opcode::text, Slice(text), kCompress) == Error::ok);
        CHECK(rig.session()->push_frame(shared) == Error::ok);
        CHECK(rig.session()->push(Opcode::text, Slice(text), kCompress) == Error::ok);
    }
    rig.turn();
    CHECK(reading.feed(client.take()));
    std::string expected;
    for (int i = 0; i < 9; ++i) expected += (i > 0 ? " text*(" : "text*(") + std::to_string(text.size()) + ")";
    CHECK(reading.seen == expected);
}

TEST_CASE("ws limits: shared frames are compressed only for who can read them") {
    WsRig rig(compressing());
    SharedFrame shared(Opcode::text, text_of(2000), true, rig.options, rig.context.websockets.codecs);
    const auto kind = [&](Bytes more, const http::ws::DeflateTerms* terms) {
        Client client = rig.open(more);
        CHECK(rig.session()->push_frame(shared) == Error::ok);
        return rig.heard(client, terms);
    };
    const http::ws::DeflateTerms terms;
    CHECK(kind(kOffer, &terms).starts_with("text*("));
    CHECK(kind("", nullptr).starts_with("text("));
    CHECK(kind("Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n", &terms)
              .starts_with("text("));
    SharedFrame small(Opcode::text, "small", true, rig.options, rig.context.websockets.codecs);
    CHECK(small.compressed().empty());
    SharedFrame plain(Opcode::text, text_of(2000), false, rig.options, rig.context.websockets.codecs);
    CHECK(plain.compressed().empty());
}

TEST_CASE("ws limits: a shared frame within a fragmented message is refused") {
    WsRig rig;
    Client client = rig.open();
    SharedFrame shared(Opcode::text, "shared", false, rig.options, rig.context.websockets.codecs);
    SharedFrame ping(Opcode::ping, "p", false, rig.options, rig.context.websockets.codecs);
    CHECK(rig.session()->push(Opcode::text, Slice("a"), {.fin = false}) == Error::ok);
    CHECK(rig.session()->push_frame(shared) == Error::websocket_bad_opcode);
    CHECK(rig.session()->push_frame(ping) == Error::ok);
    CHECK(rig.session()->push(Opcode::continuation, Slice("b")) == Error::ok);
    CHECK(rig.session()->push_frame(shared) == Error::ok);
    CHECK(rig.heard(client) == "ping(p) text(ab) text(shared)");
}

TEST_CASE("ws limits: a compressed bomb of a client") {
    WsOptions options = compressing();
    options.message.bytes = 100'000;
    WsRig rig(options);
    Client client = rig.open(kOffer);
    Buffer coded;
    REQUIRE(http::ws::Deflater::make({9, 8, 15})->deflate(std::string(10 << 20, 'x'), true, coded));
    client.send(frame(2, coded.view(), {.rsv = 4}));
    CHECK(rig.heard(client).starts_with("close(" + close_payload(1009)));
    CHECK(rig.program.seen.starts_with("closed(1009"));
}

TEST_CASE("ws limits: a worker that leaves") {
    for (int64_t patience_ms : {0, 5000}) {
        WsOptions options;
        options.drain_delay_ms = patience_ms;
        WsRig rig(options);
        Client client = rig.open();
        rig.port->drain(nullptr);
        if (patience_ms > 0) {
            CHECK(rig.tell(client, text_frame("still")).empty());
            CHECK(rig.program.take() == "text(still)");
            rig.pass_ms(patience_ms);
        }
        CHECK(rig.heard(client) == "close(" + close_payload(1001, "the server restarts") + ")");
        CHECK(rig.tell(client, frame(8, close_payload(1001))).empty());
        client.finish_sending();
        rig.turn();
        CHECK(rig.port->empty());
        CHECK(rig.program.seen == "closed(1001 clean)");
    }
}

TEST_CASE("ws limits: a process in which no PHP runs any more") {
    WsRig rig;
    Client client = rig.open();
    rig.port->terminate();
    CHECK(rig.heard(client) == "close(" + close_payload(1001) + ")");
    CHECK(client.ended());
    CHECK(rig.program.seen.empty());
}

TEST_CASE("ws limits: above the limit of the worker the oldest unfinished message is dropped") {
    constexpr http::ws::test::Shape kMore{.fin = false};
    WsRig rig;
    Client first = rig.open();
    Client second = rig.open();
    const std::string part(100'000, 'x');
    CHECK(rig.tell(first, frame(1, part, kMore)).empty());
    CHECK(rig.context.input.bytes() >= part.size());
    rig.context.input.set_limit(200'000);
    CHECK(rig.tell(second, frame(1, part, kMore)).empty());
    CHECK(rig.counters.input_dropped.get() == 1);
    CHECK(rig.program.take().empty());
    CHECK(rig.tell(first, frame(9, "")).starts_with("close("));
    CHECK(rig.program.take().starts_with("closed(1013 "));
    CHECK(rig.tell(second, frame(0, "y")).empty());
    CHECK(rig.program.take() == "text(100001)");
    CHECK(rig.context.input.bytes() == 0);
}
