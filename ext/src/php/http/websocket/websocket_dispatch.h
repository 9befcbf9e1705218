// Passes the WebSockets of a port to the program: to the callbacks of the open, message, handshake and
// beforeHandshakeResponse events, each in a coroutine, and to Response::recv().
#pragma once

#include <unordered_set>

#include "php/http/options/server_config.h"
#include "php/http/program_callback.h"
#include "serve/ws/ws_upgrade.h"

namespace tern::php {

class PortHost;

// For a server. Without these the program takes messages with Response::recv() alone.
struct WebSocketEvents {
    zend_object* server = nullptr;
    const zval* open = &kNoCallback;
    const zval* message = &kNoCallback;
    const zval* handshake = &kNoCallback;
    const zval* before_response = &kNoCallback;
};

class WebSocketDispatch final : public serve::WsHandler {
public:
    WebSocketDispatch(PortHost& host, const PortConfig& config, const ServerConfig& server,
                      const WebSocketEvents& events) noexcept;
    // False: a callback is not callable.
    bool prepare() noexcept;

    // True: its callbacks are called for the WebSocket that the request asks for.
    bool wants(const serve::Exchange& exchange) const noexcept {
        return has_callbacks_ && http::ws::asks_for_websocket(exchange.head);
    }
    bool speaks() const noexcept { return speaks_; }
    // True: a handshake runs no code of the program.
    bool is_quiet() const noexcept { return !open_.exists() && !handshake_.exists() && !before_response_.exists(); }

    // Calls the callbacks for such a request, up to the end of `open`. Call it within a fiber or a guard. May suspend.
    // May leave an exception pending.
    void handshake(serve::Exchange& exchange, zval* request, zval* response);
    // Messages go to the message callback, or, with `receives`, wait for recv().
    Result<serve::WsSession*> upgrade(serve::Exchange& exchange, std::span<const http::Field> fields, bool receives);

    // True once, if the connection that is closed now was a WebSocket.
    bool take_closed(int64_t session_id) noexcept { return closed_.erase(session_id) > 0; }

    void on_message(serve::WsSession& session, const Message& message) override;
    void on_drained(serve::WsSession& session) override;
    void on_closed(serve::WsSession& session, uint16_t code, Bytes reason, bool clean) override;

private:
    struct Arrival;
    static void run_message(void* arrival);
    void handle(const Arrival& arrival);
    bool accept(serve::Exchange& exchange, zval* request, zval* response);
    void call_open(serve::Exchange& exchange, zval* request);
    serve::WsSession* find(int64_t session_id) noexcept;
    void close(int64_t session_id, uint16_t code) noexcept;

    PortHost& host_;
    zend_object* server_;
    ProgramCallback open_;
    ProgramCallback message_;
    ProgramCallback handshake_;
    ProgramCallback before_response_;
    serve::WsOptions options_;
    serve::WsOptions received_;  // for recv(): with close frames
    std::unordered_set<int64_t> closed_;
    int64_t time_limit_ms_;
    bool in_coroutines_;
    bool speaks_;
    bool has_callbacks_;
};

}  // namespace tern::php
