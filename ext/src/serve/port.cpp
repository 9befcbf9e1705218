#include "serve/port.h"

#include <cinttypes>
#include <fcntl.h>
#include <unistd.h>

#include "serve/protocol_choice.h"
#include "serve/tls/dtls_handshake.h"

namespace tern::serve {

namespace {
constexpr int64_t kDrainAgainMs = 2;  // the delay after an error that ends without an event
}

Port::Port(Context& context, const PortOptions& options, const net::Listener& listener, RequestHandler& handler,
           Admission& admission, ExchangePool& exchanges) noexcept
    : ConnectionHost(context, options, handler, admission, exchanges),
      acceptor_(context, options_, listener, *this),
      dtls_acceptor_(context, options_, listener, *this),
      connections_(context),
      drain_again_([](void* self) { static_cast<Port*>(self)->drain_all(); }, this) {
    if (options_.fastcgi_concurrency == 0) return;
    const auto on_room = [](void* self) { static_cast<Port*>(self)->on_place(); };
    places_ = std::make_shared<Places>(context.loop, options_.fastcgi_concurrency, on_room, this);
    acceptor_.limit_by(*places_);
}

Port::~Port() {
    leaving_ = true;
    if (places_ != nullptr) places_->stop();
    stop_accepting();
    while (Connection* connection = connections_.first()) connection->end(Connection::End::silent);
}

void Port::stop_accepting() noexcept {
    acceptor_.stop();
    dtls_acceptor_.stop();
}

// --- new connections

Error Port::accept(Fd fd, const ConnectionInfo& info, Arrival arrival, Bytes unread) noexcept {
    const bool is_known = arrival == Arrival::handed_over;
    const bool fresh = arrival == Arrival::accepted;
    const Error error = take_in(make_connection(*this, std::move(fd), info, fresh), unread, fresh);
    if (error != Error::ok) {
        if (is_known) handler().on_close(info.session_id);
        return error;
    }
    if (!is_known && options_.tls == nullptr) handler().on_connect(info.session_id);
    begin(info.session_id);
    Connection* connection = leaving_ ? find(info.session_id) : nullptr;
    if (connection != nullptr) pass_on_or_drain(*connection);
    return Error::ok;
}

// Input that is expected calls the program, which may end or replace the connection.
void Port::begin(int64_t session_id) noexcept {
    Connection* connection = find(session_id);
    if (connection == nullptr || connection->watched()) return;
    connection->on_events(0);
    connection = find(session_id);
    if (connection == nullptr || connection->watched()) return;
    const Error error = connection->watch_socket();
    if (error == Error::ok) return;
    complain_of(*connection, error);
    connection->end();
}

void Port::accept(net::Stream stream, const ConnectionInfo& info) noexcept {
    (void)take_in(std::make_unique<DtlsHandshake>(*this, std::move(stream), info, *options_.tls), {}, true);
}

Error Port::take_in(std::unique_ptr<Connection> made, Bytes unread, bool fresh) noexcept {
    Connection& connection = connections_.add(std::move(made));
    const Error error = connection.open(unread, fresh ? limits().header_timeout_ms : limits().keep_alive_timeout_ms);
    if (error == Error::ok) return error;
    complain_of(connection, error);
    connection.end(Connection::End::silent);
    return error;
}

void Port::complain_of(const Connection& connection, Error error) noexcept {
    context_.log.print(LogLevel::warning, "connection %" PRId64 " cannot be watched: %s", connection.info().session_id,
                       describe(error));
}

void Port::switch_protocol(Connection& old, shm::Protocol protocol, Bytes unread) noexcept {
    replace(old, make_successor(*this, old, protocol), unread);
}

void Port::replace(Connection& old, std::unique_ptr<Connection> fresh, Bytes unread) noexcept {
    const bool is_new = !old.announced();
    Connection& now = connections_.replace(old, std::move(fresh));
    const int64_t id = now.info().session_id;
    const Error error = now.open(unread, limits().header_timeout_ms);
    old.end(Connection::End::moved);
    connections_.free(old);
    if (error != Error::ok) {
        complain_of(now, error);
        now.end(Connection::End::silent);
        if (!is_new) handler().on_close(id);
        return;
    }
    if (is_new) handler().on_connect(id);
    Connection* connection = leaving_ ? find(id) : nullptr;
    if (connection != nullptr) pass_on_or_drain(*connection);
}

// --- leaving connections

void Port::drain(HandoverSink* sink) noexcept {
    leaving_ = true;
    closing_ = sink == nullptr;
    sink_ = sink;
    stop_accepting();
    if (options_.one_by_one) acceptor_.turn_away();
    drain_all();
}

void Port::drain_all() noexcept {
    // Iterates by id: draining one connection may run a callback that closes any other.
    for (int64_t id : session_ids()) {
        if (Connection* one = find(id)) pass_on_or_drain(*one);
    }
}

void Port::hand_over_waiting() noexcept {
    if (std::exchange(waits_for_sink_, false)) drain_all();
}

void Port::pass_on_or_drain(Connection& connection) noexcept {
    connection.between_requests() ? pass_on(connection) : connection.drain();
}

void Port::pass_on(Connection& connection) noexcept {
    const bool stays = sink_ != nullptr && !(connection.portable() && sink_->takes(connection.protocol()));
    if (stays) return connection.drain();
    Error error = Error::session_not_exist;
    if (sink_ != nullptr) error = sink_->hand_over(connection.info(), connection.fd(), connection.unread());
    if (error == Error::ok && sink_->ends_sessions()) {
        connection.end(Connection::End::reported);
    } else if (error == Error::ok) {
        connection.end(Connection::End::moved);
        on_closed(connection);
    } else if (error == Error::server_pipe_buffer_full) {
        waits_for_sink_ = true;
    } else if (error == Error::would_block) {
        if (!drain_again_.pending()) context_.loop.start_timer(drain_again_, kDrainAgainMs);
    } else {
        connection.close_idle();
    }
}

// Where the program has bound a user to the connection, it stays.
bool Port::rebalance(Connection& connection) noexcept {
    const bool moves = !leaving_ && !connection.is_bound() && connection.between_requests() && connection.portable();
    const Bytes unread = connection.unread();
    if (!moves || unread.size() >= net::Block::kLargeSize) return false;
    if (options_.rebalancer->rebalance(connection.info(), connection.fd(), unread) != Error::ok) return false;
    connection.end(Connection::End::moved);
    on_closed(connection);
    return true;
}

void Port::on_closed(Connection& connection) noexcept {
    connections_.remove(connection);
    acceptor_.on_connection_closed();
    loop::Deferred* emptied = options_.emptied;
    if (emptied != nullptr && (leaving_ || options_.one_by_one) && empty() && !emptied->pending())
        context_.loop.defer(*emptied);
}

void Port::terminate() noexcept {
    leaving_ = true;
    closing_ = sink_ == nullptr;
    stop_accepting();
    while (Connection* connection = connections_.first()) connection->terminate();
    requests_.stop();
    drain_again_.stop();
}

void Port::leave_in_child(int instead) noexcept {
    for (Connection* one = connections_.first(); one != nullptr; one = connections_.next(*one)) {
        (void)dup3(instead, one->fd(), O_CLOEXEC);
    }
}

}  // namespace tern::serve
