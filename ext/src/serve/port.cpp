#include "serve/port.h"

#include <cinttypes>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

#include "serve/h1/h1_connection.h"
#include "serve/h2/h2_connection.h"
#include "serve/origin.h"
#include "serve/tcp_connection.h"
#include "serve/tls_greeting.h"

namespace tern::serve {

namespace {
constexpr int64_t kAcceptPauseMs = 100;
constexpr int64_t kPartAgainMs = 2;
constexpr int64_t kComplainEveryMs = 10'000;
}  // namespace

Port::Port(Context& context, const PortOptions& options, const net::Listener& listener, RequestHandler& handler,
           Admission& admission, ExchangePool& exchanges) noexcept
    : context_(context),
      options_(options),
      listener_(listener),
      handler_(handler),
      admission_(admission),
      exchanges_(exchanges),
      bury_([](void* self) { static_cast<Port*>(self)->bury(); }, this),
      serve_waiting_([](void* self) { static_cast<Port*>(self)->serve_waiting(); }, this),
      accept_again_([](void* self) { static_cast<Port*>(self)->resume_accepting(); }, this),
      part_again_([](void* self) { static_cast<Port*>(self)->part_with_all(); }, this),
      complained_at_ms_(context.loop.now_ms() - kComplainEveryMs) {}

Port::~Port() {
    leaving_ = true;
    stop_accepting();
    while (Connection* connection = connections_.front()) connection->cut();
    bury();
}

Error Port::open() noexcept { return watch_listener(); }

Error Port::watch_listener() noexcept {
    loop::Trigger trigger = options_.exclusive_wake ? loop::Trigger::exclusive : loop::Trigger::level;
    Error error = context_.loop.watch(listener_.fd(), loop::kReadable, trigger, *this);
    watching_ = error == Error::ok;
    return error;
}

void Port::on_events(loop::Events) {
    for (int i = 0; i < kAcceptsPerTurn && watching_ && accept_one(); ++i) {}
}

bool Port::accept_one() noexcept {
    if (options_.max_connections > 0 && context_.counters.connection_num.get() >= options_.max_connections) {
        pause_accepting("max_connection is reached");
        return false;
    }
    Result<net::Accepted> accepted = listener_.accept();
    if (accepted.ok()) {
        welcome(accepted.value());
        return true;
    }
    if (accepted.error() == Error::would_block) return false;
    int number_of_error = number(accepted.error());
    if (number_of_error == EINTR || number_of_error == ECONNABORTED) return true;
    pause_accepting(describe(accepted.error()));
    return false;
}

void Port::welcome(net::Accepted& accepted) noexcept {
    context_.counters.accept_count.increment();
    Passport passport;
    passport.origin = origin_of(accepted.peer);
    passport.origin.server_port = listener_.address().port();
    passport.origin.listener = options_.index;
    passport.origin.connect_time_us = context_.wall_us();
    Result<int64_t> id = context_.sessions.allocate(context_.incarnation, context_.worker_id, passport.origin);
    if (!id.ok()) {
        context_.counters.close_count.increment();
        pause_accepting("max_connection is reached");
        return;
    }
    passport.session_id = id.value();
    net::apply(options_.socket, accepted.fd.get(), accepted.peer.family());
    bool passed = options_.balancer != nullptr && ok(options_.balancer->pass_on(passport, accepted.fd.get()));
    if (!passed) greet(std::move(accepted.fd), passport);
}

void Port::greet(Fd fd, const Passport& passport) noexcept {
    Error error = take_in(std::move(fd), passport, {}, true);
    if (error != Error::ok) return;
    handler_.on_connect(passport.session_id);
    Connection* connection = leaving_ ? find(passport.session_id) : nullptr;
    if (connection != nullptr && connection->between_requests()) part_with(*connection);
}

Error Port::adopt(Fd fd, const Passport& passport, Bytes unread) noexcept {
    Error error = take_in(std::move(fd), passport, unread, false);
    if (error != Error::ok) {
        handler_.on_close(passport.session_id);
    } else if (leaving_) {
        part_with(*connections_.back());
    }
    return error;
}

std::unique_ptr<Connection> Port::make_connection(net::Stream stream, const Passport& passport, bool fresh) noexcept {
    const bool proxied = fresh && options_.proxy_protocol;
    if (options_.tls != nullptr) {
        auto made = std::make_unique<TlsGreeting>(*this, std::move(stream), passport, *options_.tls);
        if (proxied) made->expect_proxy_header();
        return made;
    }
    if (options_.packets != nullptr) {
        return std::make_unique<TcpConnection>(*this, std::move(stream), passport, *options_.packets);
    }
    auto made = std::make_unique<H1Connection>(*this, std::move(stream), passport);
    if (proxied) made->expect_proxy_header();
    return made;
}

Error Port::take_in(Fd fd, const Passport& passport, Bytes unread, bool fresh) noexcept {
    Connection* connection = make_connection(net::Stream(std::move(fd), context_.shelf), passport, fresh).release();
    context_.counters.connection_num.increment();
    context_.counters.connections_of(connection->protocol()).increment();
    connections_.push_back(*connection);
    by_session_[passport.session_id] = connection;
    Error error =
        connection->open(unread, fresh ? options_.limits.header_timeout_ms : options_.limits.keep_alive_timeout_ms);
    if (error == Error::ok) return error;
    complain_of(*connection, error);
    connection->cut();
    return error;
}

void Port::complain_of(const Connection& connection, Error error) noexcept {
    context_.log.print(LogLevel::warning, "connection %" PRId64 " cannot be watched: %s",
                       connection.passport().session_id, describe(error));
}

// New connections wait in the kernel's queue meanwhile, or find another worker.
void Port::pause_accepting(const char* why) noexcept {
    if (accept_again_.pending() || !watching_) return;
    int64_t now_ms = context_.loop.now_ms();
    if (now_ms - complained_at_ms_ >= kComplainEveryMs) {
        complained_at_ms_ = now_ms;
        context_.log.print(LogLevel::warning, "accepting pauses: %s", why);
    }
    stop_accepting();
    context_.loop.start_timer(accept_again_, kAcceptPauseMs);
}

void Port::stop_accepting() noexcept {
    accept_again_.stop();
    if (watching_) context_.loop.unwatch(listener_.fd(), *this);
    watching_ = false;
}

void Port::resume_accepting() noexcept {
    if (leaving_ || watching_) return;
    if (watch_listener() != Error::ok) context_.loop.start_timer(accept_again_, kAcceptPauseMs);
}

void Port::leave(HandoverSink* sink) noexcept {
    leaving_ = true;
    sink_ = sink;
    stop_accepting();
    part_with_all();
}

void Port::part_with_all() noexcept {
    // By id: to part with one may run a callback that closes any other.
    for (int64_t id : session_ids()) {
        Connection* one = find(id);
        if (one != nullptr) one->between_requests() ? part_with(*one) : one->wind_down();
    }
}

void Port::part_with(Connection& connection) noexcept {
    if (sink_ != nullptr && !connection.portable()) return connection.wind_down();
    Error error = Error::session_not_exist;
    if (sink_ != nullptr) error = sink_->hand_over(connection.passport(), connection.fd(), connection.unread());
    if (error == Error::ok) {
        connection.forget();
    } else if (error == Error::would_block) {  // the successor has its hands full
        if (!part_again_.pending()) context_.loop.start_timer(part_again_, kPartAgainMs);
    } else {
        connection.part();
    }
}

void Port::give_up() noexcept {
    leaving_ = true;
    stop_accepting();
    while (Connection* connection = connections_.front()) connection->give_up();
    serve_waiting_.withdraw();
    part_again_.stop();
}

void Port::leave_in_child(int instead) noexcept {
    for (Connection* one = connections_.front(); one != nullptr; one = connections_.next(*one)) {
        (void)dup3(instead, one->fd(), O_CLOEXEC);
    }
}

Connection* Port::find(int64_t session_id) noexcept {
    auto found = by_session_.find(session_id);
    return found == by_session_.end() ? nullptr : found->second;
}

std::vector<int64_t> Port::session_ids() {
    std::vector<int64_t> ids;
    ids.reserve(by_session_.size());
    for (Connection* one = connections_.front(); one != nullptr; one = connections_.next(*one)) {
        ids.push_back(one->passport().session_id);
    }
    return ids;
}

bool Port::streams(Bytes path) const noexcept {
    for (const std::string& beginning : options_.streams) {
        if (path.starts_with(beginning)) return true;
    }
    return false;
}

void Port::refuse(Exchange& exchange) noexcept {
    http::ResponseHead head;
    head.status = 503;
    (void)exchange.responder()->respond(exchange, head, Slice());
}

void Port::dispatch(Exchange& exchange) noexcept {
    exchange.handler_ = &handler_;
    exchange.facts.dispatched_us = context_.loop.now_us();
    exchange.compression = options_.compression;
    if (options_.files != nullptr && options_.files->answer(exchange)) return;
    switch (admission_.ask(exchange)) {
        case Admission::Verdict::enter: handler_.on_request(exchange); break;
        case Admission::Verdict::wait: break;
        case Admission::Verdict::refuse: refuse(exchange); break;
    }
}

bool Port::on_answered(Exchange& exchange) noexcept {
    bool waited = admission_.withdraw(exchange);
    if (admission_.has_waiters()) context_.loop.defer(serve_waiting_);
    return !waited;
}

void Port::serve_waiting() noexcept {
    while (Exchange* exchange = admission_.next()) {
        exchange->handler_->on_request(*exchange);
        exchange->release();
    }
}

void Port::retire(Connection& connection) noexcept {
    context_.counters.connection_num.decrement();
    context_.counters.connections_of(connection.protocol()).decrement();
    by_session_.erase(connection.passport().session_id);
    if (accept_again_.pending()) {  // what it waited for may be there now: a place, a descriptor
        accept_again_.stop();
        resume_accepting();
    }
    retired_.push_back(connection);
    if (!bury_.pending()) context_.loop.defer(bury_);
    tell_empty();
}

void Port::tell_empty() noexcept {
    if (options_.emptied == nullptr || !leaving_ || !by_session_.empty() || options_.emptied->pending()) return;
    context_.loop.defer(*options_.emptied);
}

void Port::go_on_with(Connection& old, bool http2) noexcept {
    const Passport passport = old.passport();
    std::unique_ptr<Connection> fresh;
    if (options_.packets != nullptr) {
        fresh = std::make_unique<TcpConnection>(*this, old.take_stream(), passport, *options_.packets);
    } else if (http2) {
        fresh = std::make_unique<H2Connection>(*this, old.take_stream(), passport);
    } else {
        fresh = std::make_unique<H1Connection>(*this, old.take_stream(), passport);
    }
    replace(old, std::move(fresh), {}, options_.limits.header_timeout_ms);
}

void Port::replace(Connection& old, std::unique_ptr<Connection> fresh, Bytes unread, int64_t patience_ms) noexcept {
    Connection& now = *fresh.release();
    context_.counters.connections_of(old.protocol()).decrement();
    context_.counters.connections_of(now.protocol()).increment();
    connections_.push_back(now);
    by_session_[now.passport().session_id] = &now;
    Error error = now.open(unread, patience_ms);
    old.retire();
    retired_.push_back(old);
    if (!bury_.pending()) context_.loop.defer(bury_);
    if (error != Error::ok) {
        complain_of(now, error);
        now.cut();
        handler_.on_close(now.passport().session_id);
    } else if (leaving_) {
        now.between_requests() ? part_with(now) : now.wind_down();
    }
}

void Port::bury() noexcept {
    while (Connection* connection = retired_.pop_front()) delete connection;
}

}  // namespace tern::serve
