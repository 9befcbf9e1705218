// Passes the requests and the sessions of a server's HTTP port to its callbacks.
#pragma once

#include "php/http/http_dispatch.h"
#include "php/http/port_host.h"
#include "php/server/server_object.h"

namespace tern::php {

class ServerDispatch final : public HttpDispatch {
public:
    // One per port.
    ServerDispatch(PortHost& host, worker::RequestLimit& requests, ServerObject& server, uint32_t port,
                   const PortConfig& config) noexcept;
    void on_connect(int64_t session_id) override;
    void before_close(int64_t session_id) noexcept override;
    void on_close(int64_t session_id) override;

private:
    ServerObject& server_;
    uint32_t port_;
};

// Responds for a program that has failed to start, so that no client waits for one that does not come: 503 with
// Retry-After. With display_errors, as while developing, it is 500 with the error.
class StandInDispatch final : public serve::RequestHandler {
public:
    explicit StandInDispatch(PortHost& host) noexcept : host_(host) {}

    void on_request(serve::Exchange& exchange) override;
    void on_client_gone(serve::Exchange&) override {}
    void on_drained(serve::Exchange&) override {}
    void on_body(serve::Exchange&) override {}
    void on_connect(int64_t) override {}
    void on_close(int64_t) override {}

private:
    PortHost& host_;
};

}  // namespace tern::php
