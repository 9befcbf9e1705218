// Brings requests to the program: a coroutine for each, and a defined end for each whatever the program does. What is
// called is its subclass's: the callback of a server's port, or a handler of Coroutine\Http\Server.
#pragma once

#include "php/bridge/fiber.h"
#include "php/object/request_object.h"
#include "php/server/http/request_accounting.h"
#include "php/server/http/request_owner.h"
#include "php/server/http/websocket_dispatch.h"
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
    // What a coroutine handles; null: no request.
    static const serve::Exchange* exchange_of(const Fiber& fiber) noexcept;

    void on_client_gone(serve::Exchange& exchange) override;
    void on_drained(serve::Exchange& exchange) override;
    void on_over(serve::Exchange& exchange) override;
    void on_account_due(serve::Exchange& exchange) override;
    void on_body(serve::Exchange& exchange) override;

protected:
    ~HttpDispatch() = default;
    // Makes a coroutine that makes the objects of the request and calls call().
    void start(serve::Exchange& exchange);
    // May leave an exception behind.
    virtual void call(serve::Exchange& exchange, zval* request, zval* response) = 0;
    // Its coroutine has no more to do with it. The last of this object that runs there.
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
    std::unique_ptr<RequestAccounting> accounting_;  // null: nobody wants accounts
};

}  // namespace tern::php
