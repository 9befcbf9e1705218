// A WebSocket on a stream of HTTP/2 (RFC 8441): carries one WsSession. Its H2Stream owns it and passes data to it
// outside of nghttp2's callbacks. It has a session id of its own, besides that of the connection. Until the handler has
// accepted it, it only keeps the data.
#pragma once

#include <optional>

#include "base/buffer.h"
#include "serve/h2/h2_output.h"
#include "serve/ws/ws_session.h"

namespace tern::serve {

class H2Stream;

class H2WebSocket final : public WsTransport {
public:
    H2WebSocket(H2Stream& stream, H2Output& output) noexcept : stream_(stream), output_(output) {}
    H2WebSocket(const H2WebSocket&) = delete;
    H2WebSocket& operator=(const H2WebSocket&) = delete;

    WsSession& begin(int64_t id, const WsStart& start) noexcept;
    bool begun() const noexcept { return session_.has_value(); }
    // True: it is accepted and has not ended.
    bool is_open() const noexcept { return session_.has_value() && !over_; }

    // Data after the head of the request.
    void on_data(Bytes data) noexcept { waiting_.append(data); }
    void on_end() noexcept { ended_ = true; }
    // Passes the data to the session.
    void serve() noexcept;

    // The stream has ended: removes the session id and notifies the handler, once.
    void abort_because(const char* why) noexcept;
    void drain() noexcept;
    void terminate() noexcept;
    void detach() noexcept;

    void send(Bytes head, Slice payload) noexcept override;
    uint64_t queued() const noexcept override { return output_.queued(); }
    void read_on() noexcept override;
    void close_transport() noexcept override;
    void abort_transport() noexcept override;

private:
    void release_id() noexcept;

    H2Stream& stream_;
    H2Output& output_;
    std::optional<WsSession> session_;
    Buffer waiting_;
    bool ended_ = false;  // the client sends no more
    bool over_ = false;   // the session has ended, and its handler was notified
};

}  // namespace tern::serve
