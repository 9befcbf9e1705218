// What a connection knows of the port that it came through: its options, who answers its requests, and who owns it.
// Implemented by Port; connections know no other part of it.
#pragma once

#include <memory>

#include "serve/context.h"
#include "serve/exchange.h"
#include "serve/port_options.h"
#include "serve/request_entry.h"

namespace tern::serve {

class Connection;

class ConnectionHost {
public:
    ConnectionHost(const ConnectionHost&) = delete;
    ConnectionHost& operator=(const ConnectionHost&) = delete;

    Context& context() const noexcept { return context_; }
    const PortOptions& options() const noexcept { return options_; }
    const Limits& limits() const noexcept { return options_.limits; }
    AccessLog* access_log() const noexcept { return options_.access_log; }
    Bytes server_line() const noexcept { return options_.server_line; }
    ExchangePool& exchanges() const noexcept { return exchanges_; }
    RequestHandler& handler() const noexcept { return requests_.handler(); }
    // Requests go in here, and leave when they are answered.
    RequestEntry& requests() noexcept { return requests_; }

    // The worker leaves: connections between requests go to another one, or end.
    bool leaving() const noexcept { return leaving_; }
    // And no other worker takes them.
    bool closing() const noexcept { return closing_; }

    // For connections: it has ended, and is freed at the end of the turn.
    virtual void on_closed(Connection& connection) noexcept = 0;
    // While the worker leaves: it is between requests, and goes to another worker or ends.
    virtual void pass_on(Connection& connection) noexcept = 0;
    // `old` goes on with that protocol: another connection takes its stream and its session over. Of what `old` has
    // received, `unread` is left.
    virtual void switch_protocol(Connection& old, shm::Protocol protocol, Bytes unread) noexcept = 0;
    // The same with a connection that is made already, and has the stream.
    virtual void replace(Connection& old, std::unique_ptr<Connection> fresh, Bytes unread) noexcept = 0;

protected:
    ConnectionHost(Context& context, const PortOptions& options, RequestHandler& handler, Admission& admission,
                   ExchangePool& exchanges) noexcept
        : context_(context),
          options_(options),
          exchanges_(exchanges),
          requests_(context, options_, handler, admission) {}
    ~ConnectionHost() = default;

    Context& context_;
    const PortOptions options_;
    ExchangePool& exchanges_;
    RequestEntry requests_;
    bool leaving_ = false;
    bool closing_ = false;
};

}  // namespace tern::serve
