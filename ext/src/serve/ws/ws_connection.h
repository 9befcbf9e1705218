// A connection that has become a WebSocket: carries one WsSession. Its Port owns it and frees it at the end of the turn
// in which it closed. An idle one has no buffer. It is never handed to another process: when the worker leaves, the
// client gets 1001, or 1012 in an upgrade. (Handing it over between two messages would take the session's id and its
// DeflateTerms.)
#pragma once

#include "net/block.h"
#include "serve/connection.h"
#include "serve/ws/ws_session.h"

namespace tern::serve {

class WsConnection final : public Connection, public WsTransport {
public:
    WsConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info, const WsStart& start) noexcept;

    WsSession& session() noexcept { return session_; }

    Error open(Bytes unread, int64_t timeout_ms) noexcept override;
    shm::Protocol protocol() const noexcept override { return shm::Protocol::websocket; }
    bool between_requests() const noexcept override { return false; }
    void close() noexcept override;
    void abort() noexcept override { abort_because("it was reset"); }
    void drain() noexcept override { session_.drain(); }
    void terminate() noexcept override;

    // For frames that the program has packed. They may not be sent between the fragments of a message.
    Error send_raw(Slice bytes) noexcept override;
    void send(Bytes head, Slice payload) noexcept override;
    void send_gathered() noexcept override;
    uint64_t queued() const noexcept override { return stream_.queued(); }
    void read_on() noexcept override;
    void close_transport() noexcept override;
    void abort_transport() noexcept override { abort(); }

private:
    void on_input() noexcept override;
    void after_input() noexcept override;
    void on_flushed() noexcept override;
    void on_silence() noexcept override {}
    void on_stalled() noexcept override { abort_because("the client takes nothing"); }
    void on_end() noexcept override;

    bool receive() noexcept;
    bool consume() noexcept;
    void abort_because(const char* why) noexcept;

    static constexpr int kStepsPerTurn = 64;
    static constexpr size_t kCopyShared = 256;  // about as expensive as a reference

    net::InputBlock input_;  // until the session has taken all
    WsSession session_;
};

}  // namespace tern::serve
