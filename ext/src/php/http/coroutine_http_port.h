// The port of a Coroutine\Http\Server while its start() waits, with what the port needs. Its host owns it as long as
// one of its handlers runs.
#pragma once

#include <string>
#include <vector>

#include "coro/wait_queue.h"
#include "php/http/http_dispatch.h"
#include "php/http/port_host.h"
#include "php/http/program_callback.h"
#include "serve/port.h"

namespace tern::php {

// The handlers of a Coroutine\Http\Server, by path.
class HttpRoutes {
public:
    struct Route {
        std::string pattern;
        zval callable;  // owned
        ProgramCallback callback;
    };

    HttpRoutes() = default;
    HttpRoutes(const HttpRoutes&) = delete;
    HttpRoutes& operator=(const HttpRoutes&) = delete;
    ~HttpRoutes();

    // For paths that begin with the pattern. Takes over the reference. Returns the former handler of the pattern, which
    // the caller must free; IS_UNDEF: none.
    zval put(Bytes pattern, const zval* callable);
    // The route with the longest pattern that the path begins with; null: none. Valid until the next put().
    const Route* find(Bytes path) const noexcept;
    const std::vector<Route>& all() const noexcept { return routes_; }

private:
    std::vector<Route> routes_;  // the longest patterns first
};

// Passes requests to the handlers.
class RouteDispatch final : public HttpDispatch {
public:
    // `idle`: scheduled when no handler runs any more.
    RouteDispatch(PortHost& host, const PortConfig& config, const ServerConfig& server, const HttpRoutes& routes,
                  loop::Deferred& idle) noexcept
        : HttpDispatch(host, config, server, {}), routes_(routes), idle_(idle) {}
    bool handles() const noexcept { return handling_ > 0; }

    void on_request(serve::Exchange& exchange) override;
    void on_connect(int64_t) override {}
    void on_close(int64_t session_id) override { (void)websockets_.take_closed(session_id); }

private:
    void call(serve::Exchange& exchange, zval* arguments) override;
    void on_handled() override;

    const HttpRoutes& routes_;
    loop::Deferred& idle_;
    size_t handling_ = 0;
};

class CoroutineHttpPort final : public HostedPort {
public:
    // The routes must exist until close(). `one_by_one`: accepts the next connection when the last one has ended, and
    // its handler has.
    CoroutineHttpPort(PortHost& host, std::shared_ptr<const net::Listener> listener, const HttpRoutes& routes,
                      const PortConfig& config, const ServerConfig& server, const serve::TlsMaterial& certificates,
                      bool one_by_one) noexcept;
    CoroutineHttpPort(const CoroutineHttpPort&) = delete;
    CoroutineHttpPort& operator=(const CoroutineHttpPort&) = delete;
    ~CoroutineHttpPort() override;

    // False in a process that was forked from the serving one.
    bool is_here() const noexcept { return &host_ == tern::php::port_host(); }
    // Starts accepting. Returns what is wrong with the options, or an empty text.
    std::string open(const PortConfig& config, Error& error);
    // Suspends the running coroutine until the port has left and its connections have ended.
    coro::Wake wait_for_end(coro::Scheduler& scheduler) noexcept {
        return starter_.wait(scheduler, coro::Wait::event, coro::Deadline::never());
    }
    // Aborts all connections; waiting handlers are cancelled. Runs PHP code.
    void cut_off() noexcept;
    // start() returns.
    void close() noexcept;

    // Requests in flight get their responses, for max_wait_time at most; idle connections are closed.
    void leave() noexcept override;
    void terminate() noexcept override { port_.terminate(); }
    void leave_in_child(int nothing) noexcept override;
    bool idle() const noexcept override { return closed_ && !dispatch_.handles(); }

private:
    serve::PortOptions options(const PortConfig& config, const ServerConfig& server, bool one_by_one);
    void on_timeout() noexcept;
    void on_empty() noexcept;

    PortHost& host_;
    std::shared_ptr<const net::Listener> listener_;
    loop::Deferred emptied_;
    RouteDispatch dispatch_;
    serve::AccessFile access_file_;
    const Error access_error_;
    std::unique_ptr<serve::StaticFiles> files_;
    std::unique_ptr<serve::Compression> compression_;
    std::unique_ptr<serve::HandshakeLimiter> tls_;
    std::unique_ptr<serve::AccessLog> access_log_;
    loop::Timer timeout_;
    coro::WaitQueue starter_;
    serve::Port port_;
    const int64_t timeout_ms_;
    bool leaving_ = false;
    bool closed_ = false;
};

}  // namespace tern::php
