// A port whose every request becomes a WebSocket, the program behind it, and clients that speak it.
#pragma once

#include "protocol/http/ws/frames.h"
#include "serve/rig.h"
#include "serve/ws/ws_connection.h"
#include "serve/ws/ws_upgrade.h"

namespace tern::serve::test {

using http::ws::Opcode;
using http::ws::test::close_payload;
using http::ws::test::frame;
using http::ws::test::Reading;
using http::ws::test::text_frame;

// Writes down what it is told; answers nothing unless told otherwise.
class WsProgram final : public WsHandler {
public:
    std::string seen;  // "text(a) closed(1000 bye clean)"
    std::function<void(WsSession&, const Message&)> message = [](WsSession&, const Message&) {};
    std::function<void(WsSession&)> closed = [](WsSession&) {};
    std::function<void(WsSession&)> drained = [](WsSession&) {};
    int drained_count = 0;

    void on_message(WsSession& session, const Message& one) override {
        static const char* const kNames[] = {"continuation", "text", "binary", "3", "4", "5", "6", "7",
                                             "close",        "ping", "pong"};
        note(std::string(kNames[static_cast<unsigned>(one.opcode)]) + (one.compressed ? "*(" : "(") +
             (one.payload.size() > 40 ? std::to_string(one.payload.size()) : std::string(one.payload)) + ')');
        message(session, one);
    }
    void on_drained(WsSession& session) override {
        ++drained_count;
        drained(session);
    }
    void on_closed(WsSession& session, uint16_t code, Bytes reason, bool clean) override {
        note("closed(" + std::to_string(code) + (reason.empty() ? "" : " ") + std::string(reason) +
             (clean ? " clean)" : ")"));
        closed(session);
    }
    std::string take() { return std::exchange(seen, std::string()); }

private:
    void note(const std::string& what) { seen += (seen.empty() ? "" : " ") + what; }
};

inline std::string handshake(Bytes more = {}, Bytes path = "/") {
    return "GET " + std::string(path) +
           " HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
           std::string(more) + "\r\n";
}

class WsRig : public Rig {
public:
    explicit WsRig(const WsOptions& its_options = {}, const RigOptions& rig_options = {})
        : Rig(rig_options), options(its_options) {
        handler.request = [this](Exchange& exchange) {
            Result<WsSession*> result = upgrade(exchange, fields, program, options);
            outcome = result.error();
            if (result.ok()) last_session = result.value()->id();
        };
    }
    // The program goes first: sessions end with the port.
    ~WsRig() {
        port.reset();
        CHECK(context.websockets.count() == 0);
        CHECK(counters.websocket_num.get() == 0);
    }

    // An open one.
    Client open(Bytes more = {}) {
        Client client = connect();
        const std::string head = ask(client, handshake(more));
        CHECK(head.starts_with("HTTP/1.1 101 "));
        CHECK(head.ends_with("\r\n\r\n"));
        return client;
    }
    WsSession* session() { return context.websockets.find(last_session); }
    // What the client reads, as messages.
    std::string heard(Client& client, const http::ws::DeflateTerms* terms = nullptr) {
        turn();
        return http::ws::test::read(client.take(), 0, http::ws::Sender::server, {}, terms);
    }
    std::string tell(Client& client, Bytes bytes) {
        client.send(bytes);
        return heard(client);
    }

    WsOptions options;
    WsProgram program;
    std::vector<http::Field> fields;
    Error outcome = Error::ok;
};

}  // namespace tern::serve::test
