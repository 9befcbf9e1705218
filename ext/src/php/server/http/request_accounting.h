// Keeps the accounts of the requests of one port, for those who want them: its access log, Server-Timing fields, the
// log of slow requests, the admin page.
#pragma once

#include <memory>
#include <vector>

#include "php/bridge/compat.h"
#include "php/options/server_options.h"
#include "protocol/http/head.h"
#include "serve/telemetry/request_accounts.h"

namespace tern::php {

class PortHost;
class Fiber;
struct Runtime;

class RequestAccounting {
public:
    // Null: nobody wants them.
    static std::unique_ptr<RequestAccounting> make(PortHost& host, const PortConfig& config,
                                                   const ServerConfig& server) noexcept;
    RequestAccounting(Runtime& runtime, PortHost& host, const PortConfig& config, const ServerConfig& server) noexcept;
    RequestAccounting(const RequestAccounting&) = delete;
    RequestAccounting& operator=(const RequestAccounting&) = delete;
    ~RequestAccounting();

    // From within the coroutine that handles it, or outside of coroutines up to end_outside().
    void open(serve::Exchange& exchange) noexcept;
    // Its answer is over: the account says what it has cost up to now.
    static void due(serve::Exchange& exchange) noexcept;

    serve::RequestAccounts& accounts() noexcept { return accounts_; }

private:
    Runtime& all_;
    PortHost& host_;
    serve::RequestAccounts accounts_;
    const bool server_timing_;
};

// A Server-Timing field, where the port adds one. Its text is the host's, up to the next call.
void add_server_timing(const serve::Exchange& exchange, std::vector<http::Field>& fields) noexcept;

// The requests of this process that have an account: an array by number of the coroutine that handles them, of arrays.
void list_request_accounts(zval* into);

}  // namespace tern::php
