// What the parts of a stream of HTTP/2 know of it: its request body and its WebSocket.
#pragma once

#include "protocol/http/h2/session.h"
#include "serve/connection_host.h"

namespace tern::serve {

class H2StreamLink {
public:
    virtual int32_t id() const noexcept = 0;
    // Null when the answer is complete or lost.
    virtual Exchange* exchange() const noexcept = 0;
    virtual http::h2::Session& session() noexcept = 0;
    virtual ConnectionHost& host() noexcept = 0;

    // The session has forgotten it: nothing can be sent.
    virtual bool closed() const noexcept = 0;

    // nghttp2 is on the stack: what there is to do is done behind it.
    virtual void note_news() noexcept = 0;
    // Frames leave at the end of the turn, or now.
    virtual void send_soon() noexcept = 0;
    virtual void send_now() noexcept = 0;
    // The request can be handled now.
    virtual void make_ready() noexcept = 0;
    // It is answered with that status instead. The first reason counts.
    virtual void refuse(int status, const char* reason) noexcept = 0;
    // A deadline of the stream is over by then.
    virtual void watch_time(int64_t deadline_ms) noexcept = 0;

protected:
    ~H2StreamLink() = default;
};

}  // namespace tern::serve
