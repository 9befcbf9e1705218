// The part of an HTTP/2 stream that its request body and its WebSocket can use.
#pragma once

#include "protocol/http/h2/session.h"
#include "serve/connection_host.h"

namespace tern::serve {

class H2StreamLink {
public:
    virtual int32_t id() const noexcept = 0;
    // Null: the answer is complete or lost.
    virtual Exchange* exchange() const noexcept = 0;
    virtual http::h2::Session& session() noexcept = 0;
    virtual ConnectionHost& host() noexcept = 0;

    // True: the session has ended the stream, and nothing can be sent.
    virtual bool closed() const noexcept = 0;

    // For callbacks of nghttp2: schedules deliver() for later.
    virtual void note_news() noexcept = 0;
    // Sends frames at the end of the turn, or now.
    virtual void send_soon() noexcept = 0;
    virtual void send_now() noexcept = 0;
    // The request can be handled now.
    virtual void make_ready() noexcept = 0;
    // The request is answered with that status instead. The first reason is kept.
    virtual void refuse(int status, const char* reason) noexcept = 0;
    // The stream has a deadline at that time.
    virtual void watch_time(int64_t deadline_ms) noexcept = 0;

protected:
    ~H2StreamLink() = default;
};

}  // namespace tern::serve
