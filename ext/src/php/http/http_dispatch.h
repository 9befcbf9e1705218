// Passes requests to the program: each in a coroutine, and each with a defined end whatever the program does. It calls
// the callback of a server's port, or what a subclass calls instead: a handler of Coroutine\Http\Server.
#pragma once

#include "php/engine/fiber/fiber.h"
#include "php/http/program_callback.h"
#include "php/http/request/request_object.h"
#include "php/http/request/request_owner.h"
#include "php/http/request/request_tracker.h"
#include "php/http/websocket/websocket_dispatch.h"
#include "serve/exchange.h"
#include "worker/request_limit.h"

namespace tern::php {

// For a server.
struct HttpEvents {
    WebSocketEvents websocket;
    const zval* request = &kNoCallback;
    worker::RequestLimit* limit = nullptr;
};

class HttpDispatch : public RequestOwner {
public:
    // One per port.
    HttpDispatch(PortHost& host, const PortConfig& config, const ServerConfig& server,
                 const HttpEvents& events) noexcept;
    // False: a callback is not callable.
    bool prepare() noexcept { return request_.prepare() && websockets_.prepare(); }
    WebSocketDispatch& websockets() noexcept { return websockets_; }
    Result<serve::WsSession*> upgrade(serve::Exchange& exchange, std::span<const http::Field> fields,
                                      bool receives) override {
        return websockets_.upgrade(exchange, fields, receives);
    }
    // The request that a coroutine handles; null: none.
    static const serve::Exchange* exchange_of(const Fiber& fiber) noexcept;

    void on_request(serve::Exchange& exchange) override;
    void on_client_gone(serve::Exchange& exchange) override;
    void on_drained(serve::Exchange& exchange) override;
    void on_over(serve::Exchange& exchange) override;
    void on_account_due(serve::Exchange& exchange) override;
    void on_body(serve::Exchange& exchange) override;

protected:
    ~HttpDispatch() = default;
    // Starts a coroutine that makes the PHP objects of the request and calls call().
    void start(serve::Exchange& exchange);
    // `arguments`: the Request and the Response. May leave an exception pending.
    virtual void call(serve::Exchange&, zval* arguments) { request_.call(2, arguments); }
    // The coroutine has finished the request. This is its last call of the object.
    virtual void on_handled() {}

    PortHost& host_;
    WebSocketDispatch websockets_;

private:
    static void run_request(void* argument);
    static void bailed(void* argument);
    static void overdue(Fiber& fiber, void* argument);
    void start_outside(Coroutines& coroutines, serve::Exchange& exchange);
    void handle(serve::Exchange& exchange);
    void end_waits(serve::Exchange& exchange, bool handler_too);
    void end_with_exception(serve::Exchange& exchange, zval* response);

    worker::RequestLimit* limit_;  // null: there is no server
    ProgramCallback request_;
    RequestOptions options_;
    bool in_coroutines_;
    int64_t time_limit_ms_;
    std::unique_ptr<RequestTracker> tracker_;  // null: accounts are not needed
};

}  // namespace tern::php
