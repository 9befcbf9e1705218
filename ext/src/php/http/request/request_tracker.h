// Keeps the accounts of the requests of one port, if its access log, Server-Timing fields, the log of slow requests or
// the admin page need them.
#pragma once

#include <memory>
#include <vector>

#include "php/engine/compat/engine.h"
#include "php/http/options/server_config.h"
#include "protocol/http/head.h"
#include "serve/telemetry/active_requests.h"

namespace tern::php {

class PortHost;
class Fiber;
struct Runtime;

class RequestTracker {
public:
    // Null: accounts are not needed.
    static std::unique_ptr<RequestTracker> make(PortHost& host, const PortConfig& config,
                                                const ServerConfig& server) noexcept;
    RequestTracker(Runtime& runtime, PortHost& host, const PortConfig& config, const ServerConfig& server) noexcept;
    RequestTracker(const RequestTracker&) = delete;
    RequestTracker& operator=(const RequestTracker&) = delete;
    ~RequestTracker();

    // Call it in the coroutine that handles the request, or outside of coroutines until end_outside().
    void open(serve::Exchange& exchange) noexcept;
    // The response is over: settles the account.
    static void due(serve::Exchange& exchange) noexcept;

    serve::ActiveRequests& active() noexcept { return active_; }

private:
    Runtime& runtime_;
    PortHost& host_;
    serve::ActiveRequests active_;
    const bool server_timing_;
};

// Adds a Server-Timing field, if the port has the option. The text is valid until the next call.
void add_server_timing(const serve::Exchange& exchange, std::vector<http::Field>& fields) noexcept;

// The requests of this process with an account: an array of arrays, by the id of the coroutine that handles them.
void list_active_requests(zval* into);

}  // namespace tern::php
