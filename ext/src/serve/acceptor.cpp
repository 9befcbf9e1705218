#include "serve/acceptor.h"

#include <linux/filter.h>
#include <sys/socket.h>

#include "serve/origin.h"

namespace tern::serve {

namespace {
constexpr int64_t kAcceptPauseMs = 100;
constexpr int64_t kComplainEveryMs = 10'000;
constexpr int kMostWaiting = 65535;  // of the option backlog

// From now on no connection joins those that wait. The first packet of a TCP connection is dropped: the client sends it
// again a second later, and is refused then. A unix socket refuses at once, and keeps those that wait.
void close_queue(const net::Listener& listener) noexcept {
    if (listener.address().family() == AF_UNIX) return listener.refuse_more();
    sock_filter drop{BPF_RET | BPF_K, 0, 0, 0};
    const sock_fprog program{1, &drop};
    (void)setsockopt(listener.fd(), SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

}  // namespace

Acceptor::Acceptor(Context& context, const PortOptions& options, const net::Listener& listener,
                   Receiver& receiver) noexcept
    : context_(context),
      options_(options),
      listener_(listener),
      receiver_(receiver),
      accept_again_([](void* self) { static_cast<Acceptor*>(self)->resume(); }, this),
      complained_at_ms_(context.loop.now_ms() - kComplainEveryMs) {}

// Connections of TCP inherit the options. A socket that was listening before this server has connections without them.
Error Acceptor::open() noexcept {
    net::apply(options_.socket, listener_.fd(), listener_.address().family());
    return watch();
}

Error Acceptor::watch() noexcept {
    const loop::Trigger trigger = options_.exclusive_wake ? loop::Trigger::exclusive : loop::Trigger::level;
    const Error error = context_.loop.watch(listener_.fd(), loop::kReadable, trigger, *this);
    watching_ = error == Error::ok;
    return error;
}

// A call that finds no further connection costs as much as one that accepts, and most turns have one connection. So a
// turn accepts one, and the system reports the next one. After some turns in a row there is a queue. With places other
// workers share the queue better.
int Acceptor::accepts_now() noexcept {
    const uint64_t turn = context_.loop.turns();
    turns_in_a_row_ = turn == last_turn_ + 1 ? turns_in_a_row_ + 1 : 0;
    last_turn_ = turn;
    return places_ == nullptr && turns_in_a_row_ >= kTurnsOfQueue ? kAcceptsPerTurn : 1;
}

void Acceptor::on_events(loop::Events) {
    const int most = accepts_now();
    int accepted = 0;
    // The system may have woken no other process for the first one.
    while (accepted < most && watching_ && (accepted == 0 || has_place()) && accept_one()) ++accepted;
    if (accepted < most) turns_in_a_row_ = 0;
    if (has_place() || !watching_) return;
    stop();
    waits_for_place_ = true;
}

bool Acceptor::accept_one() noexcept {
    if (options_.max_connections > 0 && context_.counters.connection_num.get() >= options_.max_connections) {
        pause("max_connection is reached");
        return false;
    }
    Result<net::Accepted> accepted = listener_.accept();
    if (accepted.ok()) {
        if (is_allowed(accepted.value())) welcome(accepted.value());
        return true;
    }
    if (accepted.error() == Error::would_block) return false;
    const int number_of_error = number(accepted.error());
    if (number_of_error == EINTR || number_of_error == ECONNABORTED) return true;
    if (number_of_error == EINVAL) {  // another worker has called refuse_more()
        stop();
        return false;
    }
    pause(describe(accepted.error()));
    return false;
}

bool Acceptor::is_allowed(const net::Accepted& accepted) noexcept {
    if (options_.allowed_clients == nullptr) return true;
    const shm::SessionOrigin origin = origin_of(accepted.peer);
    const Ip ip = ip_of(origin);
    if (accepted.peer.family() == AF_UNIX || options_.allowed_clients->contains(ip)) return true;
    context_.log.print(LogLevel::error, "Connection disallowed: IP address '%s' has been dropped.",
                       ip_text(origin).c_str());
    return false;
}

void Acceptor::welcome(net::Accepted& accepted) noexcept {
    context_.counters.accept_count.increment();
    ConnectionInfo info;
    info.origin = origin_of(accepted.peer);
    info.origin.server_port = listener_.address().port();
    info.origin.listener = options_.index;
    info.origin.connect_time_us = context_.wall_us();
    const Result<int64_t> id = context_.sessions.allocate(context_.generation, context_.worker_id, info.origin);
    if (!id.ok()) {
        context_.counters.close_count.increment();
        pause("max_connection is reached");
        return;
    }
    info.session_id = id.value();
    const int family = accepted.peer.family();
    if (family == AF_UNIX || listener_.adopted()) net::apply(options_.socket, accepted.fd.get(), family);
    if (options_.one_by_one) single_out(accepted.fd.get());
    const bool balances = options_.balancer != nullptr && places_ == nullptr;  // places balance better
    const bool passed = balances && ok(options_.balancer->pass_on(info, accepted.fd.get()));
    if (!passed) (void)receiver_.accept(std::move(accepted.fd), info, Arrival::accepted, {});
}

// The byte tells the client that its request does not wait any more. The buffer of a new socket has room for it.
void Acceptor::single_out(int fd) noexcept {
    stop();
    (void)::send(fd, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void Acceptor::turn_away() noexcept {
    for (int i = 0; i < kAcceptsPerTurn && listener_.accept().ok(); ++i) {}
}

// Meanwhile new connections wait in the kernel's queue, or another worker accepts them.
void Acceptor::pause(const char* why) noexcept {
    if (accept_again_.pending() || !watching_) return;
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms - complained_at_ms_ >= kComplainEveryMs) {
        complained_at_ms_ = now_ms;
        context_.log.print(LogLevel::warning, "accepting pauses: %s", why);
    }
    stop();
    context_.loop.start_timer(accept_again_, kAcceptPauseMs);
}

void Acceptor::stop() noexcept {
    accept_again_.stop();
    if (watching_) context_.loop.unwatch(listener_.fd(), *this);
    watching_ = false;
}

void Acceptor::refuse_more() noexcept {
    if (options_.one_by_one || listener_.adopted()) return;
    close_queue(listener_);
    for (int i = 0; i < kMostWaiting && (watching_ || waits_for_place_) && accept_one(); ++i) {}
    listener_.refuse_more();
}

void Acceptor::resume() noexcept {
    if (watching_) return;
    if (watch() != Error::ok) context_.loop.start_timer(accept_again_, kAcceptPauseMs);
}

void Acceptor::on_connection_closed() noexcept {
    if (!accept_again_.pending()) return;
    accept_again_.stop();
    resume();
}

}  // namespace tern::serve
