// What a connection knows of its port: the options, the handler of its requests, and its owner. Port implements it;
// connections know no other part of Port.
#pragma once

#include <memory>

#include "protocol/http/h1_writer.h"
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
    const http::OwnLines& own_lines() noexcept {
        if (context_.second() != own_lines_second_) [[unlikely]]
            write_own_lines();
        return own_lines_;
    }
    ExchangePool& exchanges() const noexcept { return exchanges_; }
    RequestHandler& handler() const noexcept { return requests_.handler(); }
    // Requests enter here, and leave when they have their response.
    RequestEntry& requests() noexcept { return requests_; }

    // Of requests over FastCGI; null: there is no limit.
    const std::shared_ptr<Places>& places() const noexcept { return places_; }

    // True: the worker leaves. Connections between requests go to another worker, or end.
    bool leaving() const noexcept { return leaving_; }
    // True: the worker leaves, and no other worker takes its connections.
    bool closing() const noexcept { return closing_; }

    // True: another worker may be the better one for a request that is about to begin.
    bool may_rebalance() const noexcept {
        const Balancer* rebalancer = options_.rebalancer;
        return rebalancer != nullptr && (rebalancer->has_moves() || context_.counters.is_full());
    }
    // The next request of the connection has arrived, and is among its unread bytes. True: another worker has the
    // connection now, and this one has ended.
    virtual bool rebalance(Connection& connection) noexcept = 0;

    // The connection has ended; it is freed at the end of the turn.
    virtual void on_closed(Connection& connection) noexcept = 0;
    // Called while the worker leaves: the connection is between requests, and goes to another worker or ends.
    virtual void pass_on(Connection& connection) noexcept = 0;
    // Replaces `old` by a connection of another protocol, which gets its stream and its session. `unread` is the input
    // that `old` has not used.
    virtual void switch_protocol(Connection& old, shm::Protocol protocol, Bytes unread) noexcept = 0;
    // The same with a connection that exists already and has the stream.
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
    std::shared_ptr<Places> places_;
    bool leaving_ = false;
    bool closing_ = false;

private:
    void write_own_lines() noexcept {
        own_lines_second_ = context_.second();
        const std::string& name = options_.server_name;
        own_lines_ = http::OwnLines(name.empty() ? name : "Server: " + name + "\r\n", context_.date());
    }

    http::OwnLines own_lines_{"", ""};
    int64_t own_lines_second_ = -1;
};

}  // namespace tern::serve
