#include "php/engine/fiber/trace_scope.h"

#include <cerrno>
#include <cstring>
#include <string>

#include "base/clock.h"

namespace tern::php {

namespace {

int64_t now_ns() noexcept { return read_clock_ns(CLOCK_MONOTONIC); }

// False: the descriptor is no socket, or not connected.
bool read_peer(int fd, net::Address& into) noexcept {
    into.size = sizeof into.storage;
    const int before = errno;
    const bool connected = getpeername(fd, into.raw(), &into.size) == 0;
    errno = before;
    return connected;
}

bool is_connected(int fd) noexcept {
    net::Address peer;
    return read_peer(fd, peer);
}

bool is_stream(int fd) noexcept {
    const int before = errno;
    int type = 0;
    socklen_t size = sizeof type;
    const bool known = getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
    errno = before;
    return known && type == SOCK_STREAM;
}

constexpr loop::Events kReads = loop::kReadable | loop::kPeerClosed | loop::kUrgent;

}  // namespace

TraceScope::~TraceScope() {
    end();
    forget_query();
    trace_.release();
}

TraceScope* TraceScope::copy() const noexcept {
    trace_.retain();
    return new TraceScope(trace_, current_);
}

http::SpanId TraceScope::enter(const http::SpanId& span) noexcept {
    end();
    return std::exchange(current_, span);
}

void TraceScope::forget_query() noexcept {
    if (query_.digest != nullptr) query_.digest->release();
    query_ = {};
}

void TraceScope::describe_query(serve::QueryDigest& digest, Bytes raw) {
    end();
    describe_sent_query(digest);
    query_.raw = raw;
}

void TraceScope::describe_sent_query(serve::QueryDigest& digest) {
    forget_query();
    digest.retain();
    query_.digest = &digest;
}

void TraceScope::begin(Talk talk, int fd, const net::Address& peer) noexcept {
    end();
    talk_ = talk;
    fd_ = fd;
    peer_ = peer;
    waited_ = answered_ = failed_ = false;
    began_ns_ = ended_ns_ = now_ns();
}

void TraceScope::begin_exchange(int fd) noexcept {
    net::Address peer;
    const bool has_name = read_peer(fd, peer) && peer.size > sizeof(sa_family_t);
    if (has_name) begin(Talk::exchange, fd, peer);
}

void TraceScope::on_connect(int fd, const sockaddr* address, socklen_t size) noexcept {
    net::Address peer;
    if (size > sizeof peer.storage || !is_stream(fd)) return;
    std::memcpy(&peer.storage, address, size);
    peer.size = size;
    begin(Talk::connect, fd, peer);
}

void TraceScope::on_connected() noexcept {
    if (talk_ != Talk::connect) return;
    failed_ = errno != EINPROGRESS && !is_connected(fd_);
    ended_ns_ = now_ns();
}

void TraceScope::on_send(int fd) noexcept {
    if (talk_ != Talk::exchange || fd_ != fd || answered_) begin_exchange(fd);
}

// The peer may send first.
void TraceScope::on_receive(int fd) noexcept {
    if (talk_ == Talk::none || fd_ != fd) return;
    if (talk_ == Talk::connect) begin_exchange(fd);
    answered_ = true;
    ended_ns_ = now_ns();
}

// Of several descriptors it takes the one of the current exchange, or else the first.
void TraceScope::on_wait(std::span<const coro::FdInterest> interests) noexcept {
    if (interests.empty()) return;
    const coro::FdInterest* one = &interests.front();
    for (const coro::FdInterest& each : interests) {
        if (talk_ != Talk::none && each.fd == fd_) one = &each;
    }
    const bool same = talk_ != Talk::none && one->fd == fd_;
    const bool connected = talk_ == Talk::connect && (one->wanted & loop::kWritable) == 0;
    if (!same || connected) begin_exchange(one->fd);
}

void TraceScope::on_waited(std::span<const coro::FdInterest> interests, bool canceled) noexcept {
    for (const coro::FdInterest& each : interests) {
        if (talk_ == Talk::none || each.fd != fd_) continue;
        answered_ = answered_ || (each.wanted & kReads) != 0;
        waited_ = true;
        failed_ = canceled || (talk_ == Talk::connect && !is_connected(fd_));
        ended_ns_ = now_ns();
    }
}

void TraceScope::on_lookup(Bytes name) noexcept {
    begin(Talk::name, -1, {});
    name_ = name;
}

void TraceScope::on_looked_up(bool found) noexcept {
    if (talk_ != Talk::name) return;
    failed_ = !found;
    ended_ns_ = now_ns();
    end();
}

void TraceScope::describe_peer(serve::SpanWriter& writer) const noexcept {
    const bool is_unix = peer_.family() == AF_UNIX;
    const std::string address = peer_.text();
    writer.attribute("network.transport", Bytes(is_unix ? "unix" : "tcp"));
    if (address.empty()) return;
    writer.attribute("network.peer.address", Bytes(address));
    writer.attribute("server.address", Bytes(address));
    if (is_unix) return;
    writer.attribute("network.peer.port", int64_t{peer_.port()});
    writer.attribute("server.port", int64_t{peer_.port()});
}

void TraceScope::write_query(serve::SpanWriter& writer) const noexcept {
    const serve::QueryDigest& digest = *query_.digest;
    writer.attribute("db.system.name", digest.system);
    if (!digest.summary.empty()) writer.attribute("db.query.summary", Bytes(digest.summary));
    writer.attribute("db.query.text", query_.raw.empty() ? Bytes(digest.text) : Bytes(query_.raw));
    if (!digest.operation.empty()) writer.attribute("db.operation.name", Bytes(digest.operation));
    if (!digest.collection.empty()) writer.attribute("db.collection.name", Bytes(digest.collection));
    if (query_.error.empty()) return;
    writer.attribute("db.response.status_code", Bytes(query_.error));
    writer.attribute("error.type", Bytes(query_.error));
}

// A request without an answer makes no span.
void TraceScope::end() noexcept {
    const Talk talk = std::exchange(talk_, Talk::none);
    if (talk == Talk::none || (talk == Talk::exchange && !waited_ && !answered_)) return;
    // A local connection succeeds or fails without a wait.
    if (talk == Talk::connect && !waited_ && !failed_) failed_ = !is_connected(fd_);
    serve::SpanHead head;
    head.span_id = trace_.tracer().new_span_id();
    head.parent_id = current_;
    head.name = talk == Talk::connect ? "connect" : talk == Talk::name ? "dns.lookup" : "exchange";
    const bool is_query = talk == Talk::exchange && query_.digest != nullptr;
    if (is_query && !query_.digest->summary.empty()) head.name = query_.digest->summary;
    head.kind = serve::SpanKind::client;
    head.begin_ns = began_ns_;
    head.end_ns = ended_ns_;
    serve::SpanWriter& writer = trace_.tracer().start(trace_, head);
    if (talk == Talk::name && !name_.empty()) writer.attribute("dns.question.name", Bytes(name_));
    if (peer_.size > 0) describe_peer(writer);
    if (is_query) write_query(writer);
    if (failed_ || (is_query && !query_.error.empty())) writer.error({});
    trace_.tracer().finish();
    if (is_query) forget_query();
}

}  // namespace tern::php
