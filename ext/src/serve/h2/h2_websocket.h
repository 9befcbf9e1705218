// A WebSocket on a stream of HTTP/2 (RFC 8441): carries one WsSession. Owned by its H2Stream, which gives it what came
// when nghttp2 is not on the stack. It has a session id of its own, beside that of the connection.
#pragma once

#include "serve/ws/ws_session.h"

namespace tern::serve {

class H2Stream;

class H2WebSocket final : public WsTransport {
public:
    H2WebSocket(H2Stream& stream, Context& context, int64_t id, const WsStart& start) noexcept
        : stream_(stream), session_(*this, context, id, start) {}
    H2WebSocket(const H2WebSocket&) = delete;
    H2WebSocket& operator=(const H2WebSocket&) = delete;

    WsSession& session() noexcept { return session_; }

    void send(Bytes head, Slice payload) noexcept override;
    uint64_t queued() const noexcept override;
    void read_on() noexcept override;
    void end() noexcept override;
    void reset() noexcept override;

private:
    H2Stream& stream_;
    WsSession session_;
};

}  // namespace tern::serve
