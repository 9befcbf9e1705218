// Requests whose bodies stream, and a handler that takes them.
#pragma once

#include "serve/rig.h"

namespace tern::serve::test {

inline RigOptions streaming() {
    RigOptions options;
    options.port.streams = {"/s"};
    return options;
}

inline std::string head(const std::string& fields, const std::string& path = "/s") {
    return "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n";
}
inline std::string head_of(size_t length) { return head("Content-Length: " + std::to_string(length) + "\r\n"); }
inline const std::string kChunked = head("Transfer-Encoding: chunked\r\n");
inline const std::string kGetNext = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n";

inline std::string take_all(Exchange& exchange) {
    std::string piece(exchange.body.available(), '?');
    CHECK(exchange.body.take(piece.data(), piece.size()) == Error::ok);
    if (exchange.responder() != nullptr) exchange.responder()->read_on(exchange);
    return piece;
}

// Keeps each request, and takes what arrives as long as `eager`; answers with the size at the end.
struct Taker {
    explicit Taker(Rig& its_rig, bool is_eager = true) : rig(its_rig), eager(is_eager) {
        rig.handler.request = [this](Exchange& exchange) {
            rig.handler.keep(exchange);
            go_on(exchange);
        };
        rig.handler.body = [this](Exchange& exchange) {
            ++told;
            go_on(exchange);
        };
    }
    void go_on(Exchange& exchange) {
        if (!eager || exchange.responder() == nullptr) return;
        text += take_all(exchange);
        if (exchange.body.arriving()) return;
        size_text = std::to_string(std::exchange(text, {}).size());
        (void)answer(exchange, size_text);
    }
    Exchange& last() { return *rig.handler.kept.back(); }

    Rig& rig;
    bool eager;
    int told = 0;
    std::string text;
    std::string size_text;
};

inline std::string send_in_pieces(Rig& rig, Client& client, Bytes bytes, size_t piece) {
    std::string got;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
        got += rig.ask(client, bytes.substr(0, piece));
    }
    return got;
}

}  // namespace tern::serve::test
