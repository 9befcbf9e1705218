#include "serve/ws/ws_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

TEST_CASE("ws upgrade: the answer") {
    WsRig rig;
    rig.fields = {{"X-A", "b"}, {"Connection", "close"}, {"Sec-WebSocket-Accept", "mine"}, {"Upgrade", "mine"}};
    Client client = rig.connect();
    const std::string head = rig.ask(client, handshake("Sec-WebSocket-Protocol: chat\r\n"));
    CHECK(rig.outcome == Error::ok);
    CHECK(head.starts_with("HTTP/1.1 101 Switching Protocols\r\n"));
    CHECK(head.find("\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n") != std::string::npos);
    CHECK(head.find("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n") != std::string::npos);
    CHECK(head.find("\r\nX-A: b\r\n") != std::string::npos);
    CHECK(head.find("mine") == std::string::npos);
    CHECK(head.find("close") == std::string::npos);
    CHECK(head.find("Sec-WebSocket-Protocol") == std::string::npos);
    CHECK(head.find("Sec-WebSocket-Extensions") == std::string::npos);
    CHECK(head.find("Content-") == std::string::npos);
    CHECK(rig.counters.websocket_num.get() == 1);
    CHECK(rig.counters.concurrency.get() == 0);
    CHECK(rig.sessions.read(rig.last_session).value().websocket_status == 3);
}

TEST_CASE("ws upgrade: refusals are answered, and the connection goes on") {
    WsRig rig;
    Client client = rig.connect();
    std::string answer = rig.ask(client, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(answer.starts_with("HTTP/1.1 400 "));
    CHECK(rig.outcome == Error::websocket_handshake_failed);
    std::string old = handshake();
    old.replace(old.find(": 13"), 4, ": 8");
    answer = rig.ask(client, old);
    CHECK(answer.starts_with("HTTP/1.1 426 "));
    CHECK(answer.find("\r\nSec-WebSocket-Version: 13\r\n") != std::string::npos);
    CHECK(rig.ask(client, handshake()).starts_with("HTTP/1.1 101 "));
}

TEST_CASE("ws upgrade: origins") {
    struct Row {
        std::vector<std::string> allowed;
        const char* origin;
        bool accepted;
    };
    const Row rows[] = {
        {{}, "Origin: https://evil.test\r\n", true},
        {{"https://a.test"}, "Origin: https://a.test\r\n", true},
        {{"https://a.test"}, "Origin: HTTPS://A.test\r\n", true},
        {{"https://a.test"}, "", true},
        {{"https://a.test"}, "Origin: http://a.test\r\n", false},
        {{"https://a.test"}, "Origin: https://a.test.evil.test\r\n", false},
        {{"https://a.test"}, "Origin: null\r\n", false},
        {{"https://a.test"}, "Origin:\r\n", false},
        {{"https://a.test"}, "Origin: https://a.test\r\nOrigin: https://evil.test\r\n", false},
        {{"https://a.test", "same-origin"}, "Origin: http://x\r\n", true},
        {{"same-origin"}, "Origin: http://x:81\r\n", false},
        {{"same-origin"}, "Origin: same-origin\r\n", true},
    };
    for (const Row& row : rows) {
        WsOptions options;
        options.origins = row.allowed;
        WsRig rig(options);
        Client client = rig.connect();
        const std::string answer = rig.ask(client, handshake(row.origin));
        CHECK_MESSAGE(answer.starts_with(row.accepted ? "HTTP/1.1 101 " : "HTTP/1.1 403 "), row.origin);
    }
}

TEST_CASE("ws upgrade: sub-protocols: ours, or the program's") {
    WsOptions options;
    options.subprotocols = "mqtt,chat";
    WsRig rig(options);
    Client client = rig.connect();
    CHECK(rig.ask(client, handshake("Sec-WebSocket-Protocol: chat, mqtt\r\n"))
              .find("\r\nSec-WebSocket-Protocol: chat\r\n") != std::string::npos);
    rig.fields = {{"sec-websocket-protocol", "own"}};
    Client other = rig.connect();
    const std::string head = rig.ask(other, handshake("Sec-WebSocket-Protocol: chat, mqtt\r\n"));
    CHECK(head.find("\r\nsec-websocket-protocol: own\r\n") != std::string::npos);
    CHECK(head.find("chat") == std::string::npos);
}

TEST_CASE("ws upgrade: compression is granted where it is on") {
    WsOptions options;
    Bytes offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    {
        WsRig rig(options);
        Client client = rig.connect();
        CHECK(rig.ask(client, handshake(offer)).find("permessage-deflate") == std::string::npos);
        CHECK(!rig.session()->compresses());
    }
    options.compression = true;
    options.deflate = {false, true, 12, 11};
    WsRig rig(options);
    Client client = rig.connect();
    CHECK(rig.ask(client, handshake(offer))
              .find("\r\nSec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; "
                    "server_max_window_bits=12; client_max_window_bits=11\r\n") != std::string::npos);
    CHECK(rig.session()->compresses());
    Client plain = rig.open();
    CHECK(!rig.session()->compresses());
}

TEST_CASE("ws upgrade: frames that came with the request, and no message within upgrade()") {
    WsRig rig;
    bool upgrading = false;
    auto request = rig.handler.request;
    rig.handler.request = [&](Exchange& exchange) {
        upgrading = true;
        request(exchange);
        CHECK(exchange.responder() == nullptr);
        CHECK(exchange.state() == ResponseState::complete);
        upgrading = false;
    };
    rig.program.message = [&](WsSession&, const WsHandler::Message&) { CHECK(!upgrading); };
    Client client = rig.connect();
    client.send(handshake() + text_frame("early") + text_frame("bird").substr(0, 5));
    rig.turn();
    CHECK(client.take().starts_with("HTTP/1.1 101 "));
    client.send(text_frame("bird").substr(5));
    rig.turn();
    CHECK(rig.program.seen == "text(early) text(bird)");
}

TEST_CASE("ws upgrade: later, and by a program that has been answered or left") {
    WsRig rig;
    auto request = rig.handler.request;
    rig.handler.keep_all();
    Client client = rig.connect();
    client.send(handshake() + text_frame("early"));
    rig.turn();
    Exchange* exchange = rig.handler.take_next();
    request(*exchange);
    rig.turn();
    CHECK(client.take().starts_with("HTTP/1.1 101 "));
    CHECK(rig.program.seen == "text(early)");
    request(*exchange);
    CHECK(rig.outcome == Error::http_context_unavailable);
    exchange->release();
}

TEST_CASE("ws upgrade: a client that left meanwhile") {
    WsRig rig;
    auto request = rig.handler.request;
    rig.handler.keep_all();
    Client client = rig.connect();
    client.send(handshake());
    rig.turn();
    client.leave();
    Exchange* exchange = rig.handler.take_next();
    request(*exchange);
    exchange->release();
    rig.turn();
    CHECK(rig.program.seen.starts_with("closed(1006"));
    CHECK(rig.handler.closes == 1);
}

TEST_CASE("ws upgrade: the connection is counted once") {
    WsRig rig;
    Client client = rig.open();
    CHECK(rig.counters.response_count.get() == 1);
    CHECK(rig.counters.connection_num.get() == 1);
    client.leave();
    rig.turn();
    CHECK(rig.counters.connection_num.get() == 0);
    CHECK(rig.handler.closes == 1);
}
