#include "serve/ws/ws_session.h"

#include "serve/ws/ws_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

constexpr http::ws::test::Shape kMore{.fin = false};

void echo(WsSession& session, const WsHandler::Message& message) {
    CHECK(session.push(message.opcode, copy_of(message.payload)) == Error::ok);
}

}  // namespace

TEST_CASE("ws session: echo of every kind and size") {
    WsRig rig;
    rig.program.message = echo;
    Client client = rig.open();
    CHECK(rig.tell(client, text_frame("hello")) == "text(hello)");
    CHECK(rig.tell(client, frame(2, "\xff")) == "binary(\xff)");
    CHECK(rig.tell(client, text_frame("")) == "text()");
    CHECK(rig.tell(client, frame(1, "a", kMore) + frame(0, "b")) == "text(ab)");
    CHECK(rig.tell(client, text_frame("1") + text_frame("2") + text_frame("3")) == "text(1) text(2) text(3)");
    for (size_t size : {125, 126, 127, 17000, 65535, 65536}) {
        CHECK(rig.tell(client, frame(2, std::string(size, 'x'))) == "binary(" + std::to_string(size) + ")");
    }
    CHECK(rig.counters.websocket_received.get() == 13);
    CHECK(rig.counters.websocket_sent.get() == 13);
}

TEST_CASE("ws session: pings are answered, pongs are not") {
    WsRig rig;
    Client client = rig.open();
    CHECK(rig.tell(client, frame(9, "are you there")) == "pong(are you there)");
    CHECK(rig.tell(client, frame(9, "")) == "pong()");
    CHECK(rig.tell(client, frame(10, "unasked")).empty());
    CHECK(rig.tell(client, frame(1, "a", kMore) + frame(9, "between") + frame(0, "b")) == "pong(between)");
    CHECK(rig.program.seen == "text(ab)");
}

TEST_CASE("ws session: control frames for a program that wants to see them") {
    WsOptions options;
    options.passes_ping = options.passes_pong = options.passes_close = true;
    WsRig rig(options);
    Client client = rig.open();
    CHECK(rig.tell(client, frame(9, "p") + frame(10, "q")).empty());
    CHECK(rig.tell(client, frame(8, close_payload(1001, "bye"))) == "close(" + close_payload(1001) + ")");
    CHECK(rig.program.seen == "ping(p) pong(q) close(" + close_payload(1001, "bye") + ") closed(1001 bye clean)");
}

TEST_CASE("ws session: a program answers a close frame itself, at once or later") {
    WsOptions options;
    options.passes_close = true;
    for (bool later : {false, true}) {
        WsRig rig(options);
        Client client = rig.open();
        rig.program.message = [&](WsSession& session, const WsHandler::Message&) {
            if (later)
                session.begin(0);
            else
                CHECK(session.close(4002, "mine") == Error::ok);
        };
        CHECK(rig.tell(client, frame(8, close_payload(4001))) ==
              (later ? "" : "close(" + close_payload(4002, "mine") + ")"));
        if (later) {
            REQUIRE(rig.session() != nullptr);
            CHECK(rig.session()->push(Opcode::text, Slice("last")) == Error::ok);
            CHECK(rig.session()->close(4003, {}) == Error::ok);
            CHECK(rig.heard(client) == "text(last) close(" + close_payload(4003) + ")");
        }
        CHECK(rig.program.seen.ends_with("closed(4001 clean)"));
        CHECK(rig.session() == nullptr);
    }
}

TEST_CASE("ws session: a close frame that the program does not answer is answered for it") {
    WsOptions options;
    options.passes_close = true;
    WsRig rig(options);
    rig.program.message = [](WsSession& session, const WsHandler::Message&) { session.begin(0); };
    Client client = rig.open();
    CHECK(rig.tell(client, frame(8, close_payload(4001))).empty());
    rig.session()->done(0);
    CHECK(rig.heard(client) == "close(" + close_payload(4001) + ")");
    Client other = rig.open();
    CHECK(rig.tell(other, frame(8, close_payload(4001))).empty());
    rig.pass_ms(options.close_timeout_ms);
    CHECK(rig.heard(other) == "close(" + close_payload(4001) + ")");
    CHECK(rig.session() == nullptr);
}

TEST_CASE("ws session: the client closes") {
    struct Row {
        std::string payload;
        const char* told;
    };
    const Row rows[] = {
        {"", "closed(1005 clean)"},
        {close_payload(1000), "closed(1000 clean)"},
        {close_payload(1001, "bye"), "closed(1001 bye clean)"},
        {close_payload(4999), "closed(4999 clean)"},
    };
    for (const Row& row : rows) {
        WsRig rig;
        Client client = rig.open();
        const Bytes code = Bytes(row.payload).substr(0, 2);
        CHECK(rig.tell(client, frame(8, row.payload) + text_frame("ignored")) == "close(" + std::string(code) + ")");
        CHECK(rig.program.seen == row.told);
        CHECK(client.take().empty());
        CHECK(client.ended());
        CHECK(rig.handler.closes == 0);  // lingers, until the client is through
        client.finish_sending();
        rig.turn();
        CHECK(rig.handler.closes == 1);
    }
}

TEST_CASE("ws session: we close, and the client answers") {
    WsRig rig;
    Client client = rig.open();
    CHECK(rig.session()->close(4000, "enough") == Error::ok);
    CHECK(rig.heard(client) == "close(" + close_payload(4000, "enough") + ")");
    CHECK(rig.session()->state() == WsSession::State::closing);
    CHECK(rig.sessions.read(rig.last_session).value().websocket_status == 4);
    CHECK(rig.session()->push(Opcode::text, Slice("x")) == Error::websocket_unconnected);
    CHECK(rig.session()->close(1000, {}) == Error::websocket_unconnected);
    CHECK(rig.tell(client, text_frame("late") + frame(9, "late")).empty());
    CHECK(rig.tell(client, frame(8, close_payload(4000))).empty());
    CHECK(rig.program.seen == "closed(4000 clean)");
    CHECK(client.take().empty());
    CHECK(client.ended());
}

TEST_CASE("ws session: a close frame of push() leaves the client's messages to the program") {
    WsOptions options;
    options.handled_messages = 2;
    WsRig rig(options);
    rig.program.message = [](WsSession& session, const WsHandler::Message& one) { session.begin(one.payload.size()); };
    Client client = rig.open();
    CHECK(rig.session()->push(Opcode::close, Slice(Bytes(close_payload(4000)))) == Error::ok);
    CHECK(rig.heard(client) == "close(" + close_payload(4000) + ")");
    CHECK(rig.tell(client, text_frame("one") + text_frame("two") + text_frame("too many") + frame(9, "late")).empty());
    CHECK(rig.program.take() == "text(one) text(two)");
    CHECK(rig.tell(client, frame(8, close_payload(4000)) + text_frame("too late")).empty());
    CHECK(rig.program.take() == "closed(4000 clean)");
}

TEST_CASE("ws session: we close, and the client does not answer") {
    WsRig rig;
    Client client = rig.open();
    CHECK(rig.session()->close(http::ws::kNoStatus, {}) == Error::ok);
    CHECK(rig.heard(client) == "close()");
    rig.pass_ms(rig.options.close_timeout_ms - 1);
    CHECK(rig.program.seen.empty());
    rig.pass_ms(1);
    CHECK(rig.program.seen == "closed(1006 the closing handshake timed out)");
    CHECK(client.take().empty());
    CHECK(client.ended());
}

TEST_CASE("ws session: codes that may not be sent") {
    WsRig rig;
    Client client = rig.open();
    for (uint16_t code : {0, 999, 1004, 1006, 1015, 1016, 2999, 5000}) {
        CHECK(rig.session()->close(code, {}) == Error::invalid_params);
        CHECK(rig.session()->push(Opcode::close, copy_of(close_payload(code))) == Error::invalid_params);
    }
    CHECK(rig.session()->push(Opcode::close, Slice("x")) == Error::invalid_params);
    CHECK(rig.session()->push(Opcode::close, copy_of(close_payload(3000, "r"))) == Error::ok);
    CHECK(rig.heard(client) == "close(" + close_payload(3000, "r") + ")");
}

TEST_CASE("ws session: what breaks the protocol ends it with its code") {
    struct Row {
        std::string bytes;
        unsigned code;
    };
    const Row rows[] = {
        {frame(1, "x", {.masked = false}), 1002},
        {frame(3, ""), 1002},
        {frame(1, "x", {.rsv = 4}), 1002},
        {frame(0, "x"), 1002},
        {frame(8, "x"), 1002},
        {frame(8, close_payload(1005)), 1002},
        {frame(8, close_payload(1000, "\xff")), 1007},
        {text_frame("\xff"), 1007},
        {frame(2, "", {.claimed = 100000}), 1009},
    };
    WsOptions options;
    options.message.bytes = 1000;
    for (const Row& row : rows) {
        WsRig rig(options);
        Client client = rig.open();
        client.send(text_frame("good") + row.bytes + std::string(3000, 'x'));
        const std::string heard = rig.heard(client);
        CHECK(heard.starts_with("close(" + close_payload(row.code)));
        CHECK(rig.program.seen.starts_with("text(good) closed(" + std::to_string(row.code)));
        CHECK(!rig.program.seen.ends_with("clean)"));
        CHECK(client.take().empty());
        CHECK(client.ended());
        CHECK(rig.counters.websocket_errors.get() == 1);
        REQUIRE(rig.journal.lines.size() == 1);
        CHECK(rig.journal.lines[0].find("is closed with " + std::to_string(row.code)) != std::string::npos);
    }
}

TEST_CASE("ws session: the connection is lost") {
    {
        WsRig rig;
        Client client = rig.open();
        client.leave();
        rig.turn();
        CHECK(rig.program.seen.starts_with("closed(1006"));
        CHECK(rig.handler.closes == 1);
    }
    WsRig rig;
    Client client = rig.open();
    client.send(text_frame("a") + text_frame("b").substr(0, 3));
    client.finish_sending();
    rig.turn();
    CHECK(rig.program.seen.starts_with("text(a) closed(1006"));
    CHECK(rig.handler.closes == 1);
}

TEST_CASE("ws session: fragments out") {
    WsRig rig;
    Client client = rig.open();
    WsSession& session = *rig.session();
    CHECK(session.push(Opcode::continuation, Slice("x")) == Error::websocket_bad_opcode);
    CHECK(session.push(Opcode::text, Slice("a"), {.fin = false}) == Error::ok);
    CHECK(session.push(Opcode::text, Slice("x")) == Error::websocket_bad_opcode);
    CHECK(session.ping("between") == Error::ok);
    CHECK(session.push(Opcode::continuation, Slice("b"), {.fin = false}) == Error::ok);
    CHECK(session.push(Opcode::continuation, Slice("c")) == Error::ok);
    CHECK(session.push(static_cast<Opcode>(5), Slice("c")) == Error::websocket_bad_opcode);
    CHECK(rig.heard(client) == "ping(between) text(abc)");
    CHECK(session.ping(std::string(126, 'x')) == Error::data_length_too_large);
    CHECK(session.ping(std::string(125, 'x')) == Error::ok);
}

TEST_CASE("ws session: ended by the program in the middle of its messages") {
    WsRig rig;
    rig.program.message = [&](WsSession& session, const WsHandler::Message&) { rig.port->find(session.id())->close(); };
    Client client = rig.open();
    CHECK(rig.tell(client, text_frame("one") + text_frame("two")) == "close(" + close_payload(1000) + ")");
    CHECK(rig.program.seen == "text(one) closed(1000)");
    Client other = rig.open();
    rig.program.message = [&](WsSession& session, const WsHandler::Message&) { rig.port->find(session.id())->abort(); };
    CHECK(rig.tell(other, text_frame("one") + text_frame("two")).empty());
    CHECK(rig.program.seen.ends_with("text(one) closed(1006 it was reset)"));
}
