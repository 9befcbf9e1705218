// Passes requests to the program: each in a coroutine, and each with a defined end whatever the program does. The
// subclass says what is called: the callback of a server's port, or a handler of Coroutine\Http\Server.
#pragma once

#include "php/engine/fiber/fiber.h"
#include "php/http/request/request_object.h"
#include "php/http/request/request_owner.h"
#include "php/http/request/request_tracker.h"
#include "php/http/websocket/websocket_dispatch.h"
#include "serve/exchange.h"

namespace tern::php {

class HttpDispatch : public RequestOwner {
public:
    // One per port.
    HttpDispatch(PortHost& host, const PortConfig& config, const ServerConfig& server,
                 const WebSocketEvents& events) noexcept;
    WebSocketDispatch& websockets() noexcept { return websockets_; }
    Result<serve::WsSession*> upgrade(serve::Exchange& exchange, std::span<const http::Field> fields,
                                      bool receives) override {
        return websockets_.upgrade(exchange, fields, receives);
    }
    // The request that a coroutine handles; null: none.
    static const serve::Exchange* exchange_of(const Fiber& fiber) noexcept;

    void on_client_gone(serve::Exchange& exchange) override;
    void on_drained(serve::Exchange& exchange) override;
    void on_over(serve::Exchange& exchange) override;
    void on_account_due(serve::Exchange& exchange) override;
    void on_body(serve::Exchange& exchange) override;

protected:
    ~HttpDispatch() = default;
    // Starts a coroutine that makes the PHP objects of the request and calls call().
    void start(serve::Exchange& exchange);
    // May leave an exception pending.
    virtual void call(serve::Exchange& exchange, zval* request, zval* response) = 0;
    // The coroutine has finished the request. This is its last call of the object.
    virtual void on_handled() {}

    PortHost& host_;
    WebSocketDispatch websockets_;

private:
    static void run(void* argument);
    static void bailed(void* argument);
    static void overdue(Fiber& fiber, void* argument);
    void run(serve::Exchange& exchange);
    void handle(serve::Exchange& exchange);
    void end_waits(serve::Exchange& exchange, bool handler_too);
    void end_with_exception(serve::Exchange& exchange, zval* response);

    RequestOptions options_;
    bool in_coroutines_;
    int64_t time_limit_ms_;
    std::unique_ptr<RequestTracker> tracker_;  // null: accounts are not needed
};

}  // namespace tern::php
