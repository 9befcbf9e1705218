// The waits of coroutines for a WebSocket: for room to send, and, after Response::upgrade(), for its messages. It is
// made for the first wait. The session and its users share it by reference count, since messages may be taken after the
// connection has ended.
#pragma once

#include "base/buffer.h"
#include "base/list.h"
#include "base/result.h"
#include "coro/wait_queue.h"
#include "protocol/http/ws/frame.h"
#include "serve/ws/ws_session.h"

namespace tern::php {

struct Coroutines;
struct ResponseObject;

class WebSocketPeer {
public:
    // The peer of the session, which has one reference until closed().
    static WebSocketPeer& of(serve::WsSession& session);
    WebSocketPeer(const WebSocketPeer&) = delete;
    WebSocketPeer& operator=(const WebSocketPeer&) = delete;

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    int64_t session_id() const noexcept { return session_id_; }
    bool is_closed() const noexcept { return closed_; }

    // From now on messages wait here, and do not go to the message callback.
    void receive() noexcept { receives_ = true; }
    bool receives() const noexcept { return receives_; }

    // The oldest waiting message; its bytes are valid until it is dropped.
    struct Held : ListHook {
        http::ws::Opcode opcode = http::ws::Opcode::text;
        bool compressed = false;
        Buffer payload;
    };
    Held* first() noexcept { return held_.front(); }
    void drop_first(serve::WsRegistry& sessions) noexcept;
    // Suspends the running coroutine. The message is valid until the next suspension. Null: check first() and
    // is_closed(), or `wake`.
    const serve::WsHandler::Message* wait_for_message(coro::Scheduler& scheduler, coro::Deadline until,
                                                      coro::Wake& wake) noexcept;
    int64_t receiver_id() const noexcept { return receiver_id_; }

    // Suspends the running coroutine until there may be room. Waiting coroutines keep their order.
    coro::Wake wait_for_room(coro::Scheduler& scheduler, coro::Deadline until) noexcept {
        return writers_.wait(scheduler, coro::Wait::response, until);
    }
    bool has_writers() const noexcept { return !writers_.empty(); }
    void refused() noexcept { refused_ = true; }

    // For the session's handler. These run coroutines until their next suspension.
    void take(Coroutines& coroutines, serve::WsSession& session, const serve::WsHandler::Message& message) noexcept;
    void drained(Coroutines& coroutines) noexcept;
    // The session has ended and drops its reference.
    void closed(Coroutines& coroutines) noexcept;

private:
    explicit WebSocketPeer(int64_t session_id) noexcept : session_id_(session_id) {}
    ~WebSocketPeer();
    bool wake_receiver(Coroutines& coroutines) noexcept;

    const int64_t session_id_;
    uint32_t references_ = 1;
    coro::WaitQueue writers_;
    List<Held> held_;
    int64_t receiver_id_ = 0;
    const serve::WsHandler::Message* handed_ = nullptr;  // for the receiver, while it is being woken
    bool receives_ = false;
    bool refused_ = false;  // the session refused a message since it was drained
    bool closed_ = false;
};

// The response to a request that became a WebSocket.

// Responds to the request in any case. `receives`: messages wait for recv().
Result<serve::WsSession*> upgrade_response(ResponseObject& response, bool receives);
bool asks_for_websocket(const ResponseObject& response) noexcept;
// end() with status 101 after the handshake callback: messages go to the message callback.
bool upgrade_by_end(ResponseObject& response);
// Call it after upgrade(). False: it is closed already.
bool close_websocket(ResponseObject& response, uint16_t code, Bytes reason);

}  // namespace tern::php
