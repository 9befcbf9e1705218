// What carries a WebSocket: a connection of its own, or a stream of HTTP/2 (RFC 8441). It owns the WsSession, gives it
// the bytes that come, and tells it of what happens: see there. None of these waits.
#pragma once

#include "base/slice.h"

namespace tern::serve {

class WsTransport {
public:
    // In order; `head` is copied. Sent at once, or together with what else this turn brings. The transport may end
    // within, and tells the session so.
    virtual void send(Bytes head, Slice payload) noexcept = 0;
    // Sends what waits for the end of the turn.
    virtual void send_gathered() noexcept {}
    // Bytes that wait for the client to take them.
    virtual uint64_t queued() const noexcept = 0;
    // The session, which had not taken all, takes more now.
    virtual void read_on() noexcept = 0;
    // The session has ended. What is queued is still sent, then the client sees the end.
    virtual void close_transport() noexcept = 0;
    // The session has ended, and the client sees that at once.
    virtual void abort_transport() noexcept = 0;

protected:
    ~WsTransport() = default;
};

}  // namespace tern::serve
