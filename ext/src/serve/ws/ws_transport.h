// The carrier of a WebSocket: a connection of its own, or a stream of HTTP/2 (RFC 8441). It owns the WsSession, passes
// received bytes to it, and notifies it of events. No call waits.
#pragma once

#include "base/slice.h"

namespace tern::serve {

class WsTransport {
public:
    // Sends in order; `head` is copied. Sends at once, or together with other output of this turn. The transport may
    // end within the call, and notifies the session then.
    virtual void send(Bytes head, Slice payload) noexcept = 0;
    // Sends the output that waits for the end of the turn.
    virtual void send_gathered() noexcept {}
    // Bytes that are not sent yet.
    virtual uint64_t queued() const noexcept = 0;
    // The session can take more input again.
    virtual void read_on() noexcept = 0;
    // The session has ended. The queue is still sent, then the client sees the end.
    virtual void close_transport() noexcept = 0;
    // The session has ended, and the connection ends at once.
    virtual void abort_transport() noexcept = 0;

protected:
    ~WsTransport() = default;
};

}  // namespace tern::serve
