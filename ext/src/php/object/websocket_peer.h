// The other end of a WebSocket as coroutines of the program wait for it: for room to send to it, and, after
// Response::upgrade(), for its messages. Made when one waits for the first time; shared by reference count between the
// session and whoever uses it, since messages may be taken after the connection has ended.
#pragma once

#include "base/buffer.h"
#include "base/list.h"
#include "coro/wait_queue.h"
#include "serve/ws/ws_session.h"

namespace tern::php {

struct Coroutines;

class WebSocketPeer {
public:
    // Of the session, which has one reference until closed().
    static WebSocketPeer& of(serve::WsSession& session);
    WebSocketPeer(const WebSocketPeer&) = delete;
    WebSocketPeer& operator=(const WebSocketPeer&) = delete;

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    int64_t session_id() const noexcept { return session_id_; }
    bool is_closed() const noexcept { return closed_; }

    // Its messages wait here, and are not the message callback's.
    void receive() noexcept { receives_ = true; }
    bool receives() const noexcept { return receives_; }

    // What came first and was not taken; its bytes live until it is dropped.
    struct Held : ListHook {
        http::ws::Opcode opcode = http::ws::Opcode::text;
        bool compressed = false;
        Buffer payload;
    };
    Held* first() noexcept { return held_.front(); }
    void drop_first(serve::WsSessions& sessions) noexcept;
    // Suspends the running coroutine. The message is there until it suspends again; null: look at first() and
    // is_closed(), or at `wake`.
    const serve::WsHandler::Message* wait_for_message(coro::Scheduler& scheduler, coro::Deadline until,
                                                      coro::Wake& wake) noexcept;
    int64_t receiver_id() const noexcept { return receiver_id_; }

    // Suspends the running coroutine until there may be room. Keeps the order of those who wait.
    coro::Wake wait_for_room(coro::Scheduler& scheduler, coro::Deadline until) noexcept {
        return writers_.wait(scheduler, coro::Wait::response, until);
    }
    bool has_writers() const noexcept { return !writers_.empty(); }
    void refused() noexcept { refused_ = true; }

    // From the session's handler. These run coroutines, to their next suspension.
    void take(Coroutines& coroutines, serve::WsSession& session, const serve::WsHandler::Message& message) noexcept;
    void drained(Coroutines& coroutines) noexcept;
    // The session has ended; its reference goes.
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
    const serve::WsHandler::Message* handed_ = nullptr;  // to the receiver, while it is woken
    bool receives_ = false;
    bool refused_ = false;  // by the session, since it was drained
    bool closed_ = false;
};

}  // namespace tern::php
