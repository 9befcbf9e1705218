#include "serve/tls/dtls_acceptor.h"

#include <cstring>
#include <sys/socket.h>

#include "net/dtls_cookies.h"
#include "serve/origin.h"
#include "serve/tls/handshake_limiter.h"

namespace tern::serve {

namespace {

constexpr int64_t kComplainEveryMs = 10'000;

bool same(const net::Address& one, const net::Address& other) noexcept {
    return one.port() == other.port() && one.size == other.size && origin_of(one).ip == origin_of(other).ip;
}

}  // namespace

DtlsAcceptor::DtlsAcceptor(Context& context, const PortOptions& options, const net::Listener& listener,
                           Receiver& receiver) noexcept
    : context_(context),
      options_(options),
      listener_(listener),
      receiver_(receiver),
      complained_at_ms_(context.loop.now_ms() - kComplainEveryMs) {}

Error DtlsAcceptor::open() noexcept {
    const loop::Trigger trigger = options_.exclusive_wake ? loop::Trigger::exclusive : loop::Trigger::level;
    const Error error = context_.loop.watch(listener_.fd(), loop::kReadable, trigger, *this);
    watching_ = error == Error::ok;
    if (watching_) room_.reset(new char[kRoom]);
    return error;
}

void DtlsAcceptor::stop() noexcept {
    if (std::exchange(watching_, false)) context_.loop.unwatch(listener_.fd(), *this);
}

void DtlsAcceptor::on_events(loop::Events) {
    for (int i = 0; i < kDatagramsPerTurn && watching_ && receive_one(); ++i) {}
}

// False: there is none now.
bool DtlsAcceptor::receive_one() noexcept {
    if (!misdirected_.empty()) {
        const Misdirected one = std::move(misdirected_.back());
        misdirected_.pop_back();
        take({one.bytes, one.from, one.to});
        return true;
    }
    const Result<net::Datagram> got = net::receive_datagram(listener_.fd(), listener_.address(), room_.get(), kRoom);
    if (!got.ok()) return got.error() == Error{EINTR};
    context_.counters.total_recv_bytes.add(got.value().bytes.size());
    take(got.value());
    return true;
}

void DtlsAcceptor::take(const net::Datagram& datagram) noexcept {
    using Hello = net::TlsSession::Hello;
    if (!net::looks_like_client_hello(datagram.bytes)) return;
    const auto& certificates = options_.tls->certificates();
    if (session_ == nullptr || certificates_ != certificates) {
        certificates_ = certificates;
        session_ = net::TlsSession::listen(certificates);
    }
    if (session_ == nullptr) return;
    Buffer answer;
    switch (session_->take_hello(datagram.bytes, datagram.from, answer)) {
        case Hello::ignored: break;
        case Hello::answered: (void)net::answer_datagram(listener_.fd(), datagram, answer.view()); break;
        case Hello::proven: welcome(datagram); break;
    }
}

// A client that gets no session now sends its ClientHello again.
void DtlsAcceptor::welcome(const net::Datagram& datagram) noexcept {
    std::unique_ptr<net::TlsSession> session = std::move(session_);
    ConnectionInfo info;
    info.origin = origin_of(datagram.from);
    info.origin.server_port = listener_.address().port();
    info.origin.listener = options_.index;
    info.origin.connect_time_us = context_.wall_us();
    if (!has_room(info.origin)) return;
    Result<Fd> socket = net::connect_to_sender(datagram);
    if (!socket.ok()) return complain(describe(socket.error()));
    const int fd = socket.value().get();
    collect_misdirected(fd, datagram);
    const Result<int64_t> id = context_.sessions.allocate(context_.generation, context_.worker_id, info.origin);
    if (!id.ok()) return complain("max_connection is reached");
    context_.counters.accept_count.increment();
    info.session_id = id.value();
    net::apply_buffers(options_.socket, fd);
    session->begin(fd, false);
    net::Stream stream(std::move(socket.value()), context_.shelf);
    stream.start_tls(std::move(session));
    receiver_.accept(std::move(stream), info);
}

bool DtlsAcceptor::has_room(const shm::SessionOrigin& origin) noexcept {
    if (options_.max_connections > 0 && context_.counters.connection_num.get() >= options_.max_connections) {
        complain("max_connection is reached");
        return false;
    }
    return options_.tls->has_room(origin);
}

// Between bind() and connect() a socket receives from all peers. The client itself repeats what is lost here.
void DtlsAcceptor::collect_misdirected(int fd, const net::Datagram& first) noexcept {
    for (int i = 0; i < kMostMisdirected; ++i) {
        const Result<net::Datagram> got = net::receive_datagram(fd, first.to, room_.get(), kRoom);
        if (!got.ok()) return;
        if (same(got.value().from, first.from) || !net::looks_like_client_hello(got.value().bytes)) continue;
        misdirected_.push_back({std::string(got.value().bytes), got.value().from, got.value().to});
    }
}

void DtlsAcceptor::complain(const char* why) noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms - complained_at_ms_ < kComplainEveryMs) return;
    complained_at_ms_ = now_ms;
    context_.log.print(LogLevel::warning, "port %d accepts no DTLS session: %s",
                       static_cast<int>(listener_.address().port()), why);
}

}  // namespace tern::serve
