// Brings requests to the `request` callback: a coroutine for each, and a defined end for each whatever the callback
// does.
#pragma once

#include "php/bridge/fiber.h"
#include "php/class/http_request.h"
#include "php/class/websocket_dispatch.h"
#include "serve/exchange.h"

namespace tern::php {

class ServerWorker;

class HttpDispatch final : public serve::RequestHandler {
public:
    // One per port.
    HttpDispatch(ServerWorker& worker, ServerObject& server, uint32_t port) noexcept;
    // False when a callback cannot be called.
    bool prepare() noexcept;
    WebSocketDispatch& websockets() noexcept { return websockets_; }

    void on_request(serve::Exchange& exchange) override;
    void on_client_gone(serve::Exchange& exchange) override;
    void on_drained(serve::Exchange& exchange) override;
    void on_over(serve::Exchange& exchange) override;
    void on_body(serve::Exchange& exchange) override;
    void on_connect(int64_t session_id) override;
    void on_close(int64_t session_id) override;

private:
    static void run(void* argument);
    static void run_handshake(void* argument);
    static void bailed(void* argument);
    static void overdue(Fiber& fiber, void* argument);
    void start(serve::Exchange& exchange, void (*run)(void*));
    void run(serve::Exchange& exchange, bool handshake);
    void handle(serve::Exchange& exchange, bool handshake);
    void end_waits(serve::Exchange& exchange);
    void end_with_exception(serve::Exchange& exchange, zval* response);
    void call_port_event(PortEvent event, int64_t session_id);

    ServerWorker& worker_;
    ServerObject& server_;
    uint32_t port_;
    RequestOptions options_;
    bool in_coroutines_;
    int64_t time_limit_ms_;
    ProgramCallback request_;
    WebSocketDispatch websockets_;
};

}  // namespace tern::php
