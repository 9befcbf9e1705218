#include "php/http/websocket/websocket_peer.h"

#include "php/engine/fiber/coroutines.h"
#include "serve/ws/ws_registry.h"

namespace tern::php {

WebSocketPeer& WebSocketPeer::of(serve::WsSession& session) {
    if (session.owner == nullptr) session.owner = new WebSocketPeer(session.id());
    return *static_cast<WebSocketPeer*>(session.owner);
}

WebSocketPeer::~WebSocketPeer() {
    while (Held* one = held_.pop_front()) delete one;
}

void WebSocketPeer::drop_first(serve::WsRegistry& sessions) noexcept {
    Held* first = held_.pop_front();
    const uint64_t bytes = first->payload.size();
    delete first;
    if (serve::WsSession* session = sessions.find(session_id_)) session->done(bytes);
}

const serve::WsHandler::Message* WebSocketPeer::wait_for_message(coro::Scheduler& scheduler, coro::Deadline until,
                                                                 coro::Wake& wake) noexcept {
    receiver_id_ = scheduler.current()->id();
    wake = scheduler.suspend(coro::Wait::message, until);
    receiver_id_ = 0;
    return std::exchange(handed_, nullptr);
}

bool WebSocketPeer::wake_receiver(Coroutines& coroutines) noexcept {
    coro::Coroutine* receiver = receiver_id_ == 0 ? nullptr : coroutines.scheduler.find(receiver_id_);
    if (receiver == nullptr || !receiver->suspended()) return false;
    coroutines.scheduler.resume(*receiver, coro::Wake::resumed);
    return true;
}

void WebSocketPeer::take(Coroutines& coroutines, serve::WsSession& session,
                         const serve::WsHandler::Message& message) noexcept {
    retain();
    if (held_.empty() && receiver_id_ != 0) handed_ = &message;
    if (handed_ == nullptr || !wake_receiver(coroutines)) {
        handed_ = nullptr;
        auto* held = new Held;
        held->opcode = message.opcode;
        held->compressed = message.compressed;
        held->payload.append(message.payload);
        held_.push_back(*held);
        session.begin(message.payload.size());
    }
    release();
}

// If a coroutine still finds no room, it and those after it continue to wait.
void WebSocketPeer::drained(Coroutines& coroutines) noexcept {
    retain();
    refused_ = false;
    while (!refused_ && !closed_ && !coroutines.bailed && writers_.wake_one(coroutines.scheduler)) {}
    release();
}

void WebSocketPeer::closed(Coroutines& coroutines) noexcept {
    closed_ = true;
    while (!coroutines.bailed && writers_.wake_one(coroutines.scheduler)) {}
    if (!coroutines.bailed) (void)wake_receiver(coroutines);
    release();
}

}  // namespace tern::php
