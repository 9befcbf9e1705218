// WebSockets that do as a script says, on whatever they were upgraded, the frames that clients send them, and what is
// right about those that come back.
#pragma once

#include <functional>

#include "../unit/protocol/http/ws/frames.h"
#include "script.h"
#include "serve/port.h"
#include "serve/ws/ws_upgrade.h"

namespace tern::fuzz {

using http::ws::Opcode;
using serve::WsSession;

enum class WsManner : unsigned { echo, compress, keep, fragment, close, reset, hang_up, ping, drop, kManners };

class WebSockets final : public serve::WsHandler {
public:
    // `cut`: resets the transport of that session, or closes it.
    WebSockets(serve::Context& its_context, std::function<void(int64_t id, bool reset)> cut)
        : context(its_context), cut_(std::move(cut)) {}

    bool upgrade(serve::Exchange& exchange) {
        const bool done = serve::upgrade(exchange, {}, *this, options).ok();
        begun += done ? 1 : 0;
        return done;
    }
    void on_message(WsSession& session, const Message& message) override;
    void on_drained(WsSession& session) override { (void)session.push(Opcode::text, Slice("drained")); }
    void on_closed(WsSession& session, uint16_t code, Bytes, bool) override {
        if (code == 0) fail("closed with no code", "");
        if (context.websockets.find(session.id()) != nullptr) fail("still found", "");
        ++ended;
    }
    // What the script does.
    void set_options(unsigned byte);
    void broadcast(unsigned argument);
    void close_some(unsigned argument);
    void finish_one();
    void finish_all() {
        while (!kept.empty()) finish_one();
    }

    serve::Context& context;
    serve::WsOptions options;
    serve::QueueLimit limit;
    WsManner manner = WsManner::echo;
    size_t begun = 0;
    size_t ended = 0;

private:
    struct Kept {
        int64_t id;
        size_t size;
    };

    std::function<void(int64_t, bool)> cut_;
    std::vector<Kept> kept;
};

inline void WebSockets::set_options(unsigned byte) {
    if (byte & 1) options.message = {200, 4};
    if (byte & 2) options.queue_bytes = 3'000, options.drained_bytes = 500;
    if (byte & 4) limit = {3'000, true};
    if (byte & 8) options.handled_messages = 2, options.handled_bytes = 300;
    if (byte & 16) options.passes_close = options.passes_ping = options.passes_pong = true;
    if (byte & 32) options.idle_timeout_ms = 50'000;
    if (byte & 64) options.drain_delay_ms = 10'000;
    options.compression = true;
    options.compression_least = 8;
    options.deflate = byte & 128 ? http::ws::DeflatePolicy{false, false, 10, 10} : http::ws::DeflatePolicy{};
}

inline void WebSockets::on_message(WsSession& session, const Message& message) {
    const int64_t id = session.id();
    switch (manner) {
        case WsManner::compress:
        case WsManner::echo:
            (void)session.push(message.opcode, copy_of(message.payload), {.compress = manner == WsManner::compress});
            break;
        case WsManner::keep:
            session.begin(message.payload.size());
            kept.push_back({id, message.payload.size()});
            break;
        case WsManner::fragment:
            (void)session.push(Opcode::text, Slice("fragments "), {.fin = false, .compress = true});
            if (context.websockets.find(id) == nullptr) break;
            (void)session.push(Opcode::continuation, Slice("end"));
            break;
        case WsManner::close: (void)session.close(4000, "enough"); break;
        case WsManner::reset: cut_(id, true); break;
        case WsManner::hang_up: cut_(id, false); break;
        case WsManner::ping: (void)session.ping("there?"); break;
        default: break;
    }
}

inline void WebSockets::broadcast(unsigned argument) {
    const bool ping = argument % 4 == 3;
    serve::SharedFrame shared(ping ? Opcode::ping : Opcode::text, std::string(argument % 100, 's'), argument % 2 == 0,
                              options, context.websockets.codecs);
    for (int64_t id : context.websockets.ids()) {
        if (WsSession* session = context.websockets.find(id)) (void)session->push_frame(shared, limit);
    }
}

inline void WebSockets::close_some(unsigned argument) {
    if (argument % 4 == 0) return;
    for (int64_t id : context.websockets.ids()) {
        WsSession* session = context.websockets.find(id);
        if (session != nullptr && id % 2 == argument % 2) (void)session->close(1000, "asked for");
    }
}

inline void WebSockets::finish_one() {
    if (kept.empty()) return;
    const Kept one = kept.front();
    kept.erase(kept.begin());
    WsSession* session = context.websockets.find(one.id);
    if (session == nullptr) return;
    (void)session->push(Opcode::binary, Slice("kept"));
    session = context.websockets.find(one.id);
    if (session != nullptr) session->done(one.size);
}

// A Sec-WebSocket-Extensions of a client.
inline const char* ws_offer(unsigned which) {
    static const char* const kOffers[] = {"", "permessage-deflate; client_max_window_bits",
                                          "permessage-deflate; server_max_window_bits=9",
                                          "permessage-deflate; server_no_context_takeover; client_no_context_takeover"};
    return kOffers[which % std::size(kOffers)];
}

// Frames of clients, good ones and others.
inline const std::string& ws_frame(unsigned which) {
    using http::ws::test::frame;
    static const std::string kFrames[] = {
        frame(1, "hello"),
        frame(1, "text that is long enough to be compressed, long enough to be compressed"),
        frame(2, std::string(190, 'b')),
        frame(2, std::string(20'000, 'c')),
        frame(1, "a", {.fin = false}),
        frame(0, "b", {.fin = false}),
        frame(0, "c"),
        frame(9, "ping"),
        frame(10, ""),
        frame(8, ""),
        frame(8,
              "\x03\xe8"
              "bye"),
        frame(1, std::string("\xf2\x48\xcd\xc9\xc9\x07\x00", 7), {.rsv = 4}),
        frame(1, std::string("\xf2\x00\x11\x00\x00", 5), {.rsv = 4}),
        frame(1, "\xff"),
        frame(3, ""),
        frame(8, "x"),
        frame(2, "", {.claimed = 1 << 30}),
    };
    return kFrames[which % std::size(kFrames)];
}

// What the server sent: whole frames or the beginning of one, of which a close frame is the last. `extensions`: its
// Sec-WebSocket-Extensions.
inline void check_ws_frames(std::string frames, Bytes extensions) {
    http::ws::DeflateTerms terms;
    terms.server_no_context_takeover = extensions.find("server_no_context_takeover") != Bytes::npos;
    const bool compressed = extensions.find("permessage-deflate") != Bytes::npos;
    http::ws::CodecPool pool;
    http::ws::MessageReader reader(http::ws::Sender::server, {}, compressed ? &terms : nullptr, pool);
    bool closed = false;
    for (size_t at = 0; at < frames.size();) {
        const http::ws::MessageStep step = reader.feed(frames.data() + at, frames.size() - at);
        at += step.consumed;
        if (step.state == http::ws::MessageStep::State::failed) fail(step.violation.reason, frames);
        if (step.state == http::ws::MessageStep::State::more) return;
        if (closed) fail("a frame behind the close frame", frames);
        closed = step.opcode == Opcode::close;
        if (closed && http::ws::read_close(step.payload).violation) fail("a bad close frame", frames);
        reader.release();
    }
}

}  // namespace tern::fuzz
