#include "serve/telemetry/tracer.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <sys/random.h>

#include "base/clock.h"
#include "serve/origin.h"

namespace tern::serve {

namespace {

constexpr uint64_t kMillion = 1'000'000;
constexpr uint64_t kAll = uint64_t{1} << 63;

int64_t wall_offset_ns() noexcept { return read_clock_ns(CLOCK_REALTIME) - read_clock_ns(CLOCK_MONOTONIC); }

// Unknown methods are not used as names: clients could make up any number of them.
bool is_known(Bytes method) noexcept {
    constexpr Bytes kKnown[] = {"GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "CONNECT", "TRACE"};
    return std::ranges::find(kKnown, method) != std::end(kKnown);
}

struct HostPort {
    Bytes host;
    int64_t port;  // 0: none
};

// Splits "example.com:8080" or "[::1]:8080".
HostPort split_host(Bytes text) noexcept {
    const size_t colon = text.rfind(':');
    if (colon == Bytes::npos || (text.starts_with('[') && text.ends_with(']'))) return {text, 0};
    int64_t port = 0;
    for (char c : text.substr(colon + 1)) {
        if (!ascii_digit(c) || port > 65535) return {text, 0};
        port = port * 10 + (c - '0');
    }
    return {text.substr(0, colon), port};
}

void describe_server(SpanWriter& writer, const Exchange& exchange) noexcept {
    const bool encrypted = exchange.tls != nullptr || exchange.origin.secure != 0;
    writer.attribute("url.scheme", Bytes(encrypted ? "https" : "http"));
    const HostPort asked = split_host(exchange.forwarded_host.empty() ? exchange.head.host : exchange.forwarded_host);
    if (!asked.host.empty()) writer.attribute("server.address", asked.host);
    const int64_t port = asked.port != 0 ? asked.port : exchange.origin.server_port;
    if (port != 0) writer.attribute("server.port", port);
    char ip[kMaxIpText];
    const size_t size = write_ip(exchange.origin, ip);
    if (size > 0) writer.attribute("client.address", Bytes(ip, size));
}

Bytes protocol_version(http::Version version) noexcept {
    switch (version) {
        case http::Version::http10: return "1.0";
        case http::Version::http11: return "1.1";
        case http::Version::http2: return "2";
    }
    return {};
}

}  // namespace

Trace::Trace(Tracer& tracer, const http::TraceContext& root, std::string state) noexcept
    : tracer_(tracer),
      root_(root),
      state_(std::move(state)),
      wall_offset_ns_(root.sampled ? serve::wall_offset_ns() : 0) {}

Tracer::Tracer(int64_t ratio, shm::WorkerCounters& counters, void (*on_span)(void* owner), void* owner) noexcept
    : below_(kAll / kMillion * static_cast<uint64_t>(ratio)), counters_(counters), on_span_(on_span), owner_(owner) {
    if (static_cast<uint64_t>(ratio) >= kMillion) below_ = kAll;
}

// Zero is not a valid id. The ids need not be secret, but those of two servers must differ.
void Tracer::fill_random(uint8_t* into, size_t size) noexcept {
    if (random_left_ < size) {
        if (getrandom(random_.data(), random_.size(), 0) != static_cast<ssize_t>(random_.size())) std::abort();
        random_left_ = random_.size();
    }
    random_left_ -= size;
    std::memcpy(into, random_.data() + random_left_, size);
    into[size - 1] |= std::ranges::all_of(std::span(into, size), [](uint8_t byte) { return byte == 0; }) ? 1 : 0;
}

http::SpanId Tracer::new_span_id() noexcept {
    http::SpanId id;
    fill_random(id.data(), id.size());
    return id;
}

// As OpenTelemetry's TraceIdRatioBased: all services with the same ratio choose the same traces.
bool Tracer::samples(const http::TraceId& id) const noexcept {
    static_assert(std::endian::native == std::endian::little);
    uint64_t low = 0;
    std::memcpy(&low, id.data() + 8, sizeof low);
    return __builtin_bswap64(low) >> 1 < below_;
}

Trace* Tracer::begin_trace() noexcept {
    http::TraceContext root;
    fill_random(root.trace_id.data(), root.trace_id.size());
    root.span_id = new_span_id();
    root.sampled = samples(root.trace_id);
    return new Trace(*this, root, {});
}

void Tracer::begin(Exchange& exchange) noexcept {
    std::string state;
    std::optional<http::TraceContext> sender = http::read_trace_context(exchange.head, state);
    if (!sender) {
        exchange.trace = begin_trace();
        return;
    }
    http::TraceContext root = *sender;
    root.span_id = new_span_id();
    exchange.trace = new Trace(*this, root, std::move(state));
    exchange.trace->remote_parent_ = sender->span_id;
}

void Tracer::describe(SpanWriter& writer, const Exchange& exchange, ResponseState state) noexcept {
    const http::RequestHead& head = exchange.head;
    const int status = exchange.facts.status;
    if (is_known(head.method)) {
        writer.attribute("http.request.method", head.method);
    } else {
        writer.attribute("http.request.method", Bytes("_OTHER"));
        writer.attribute("http.request.method_original", head.method);
    }
    writer.attribute("url.path", head.path);
    describe_server(writer, exchange);
    writer.attribute("network.protocol.version", protocol_version(head.version));
    const Bytes agent = head.find("user-agent");
    if (!agent.empty()) writer.attribute("user_agent.original", agent);
    if (status != 0) writer.attribute("http.response.status_code", int64_t{status});
    if (state == ResponseState::lost) {
        writer.attribute("error.type", Bytes("aborted"));
        writer.error("the connection ended before the response");
    } else if (status >= 500) {
        const char digits[] = {static_cast<char>('0' + status / 100), static_cast<char>('0' + status / 10 % 10),
                               static_cast<char>('0' + status % 10)};
        writer.attribute("error.type", Bytes(digits, sizeof digits));
        writer.error({});
    }
}

void Tracer::end(Exchange& exchange, ResponseState state) noexcept {
    Trace& trace = *std::exchange(exchange.trace, nullptr);
    if (trace.sampled()) {
        SpanHead head;
        head.span_id = trace.root_span();
        head.parent_id = trace.remote_parent_;
        head.parent_is_remote = head.parent_id != http::kNoSpan;
        head.name = is_known(exchange.head.method) ? exchange.head.method : Bytes("HTTP");
        head.kind = SpanKind::server;
        head.begin_ns = exchange.facts.turn_us * 1000;
        head.end_ns = exchange.facts.ended_us * 1000;
        describe(trace.tracer().start(trace, head), exchange, state);
        trace.tracer().finish();
    }
    trace.release();
}

SpanWriter& Tracer::start(const Trace& trace, SpanHead head) noexcept {
    head.trace_id = trace.id();
    head.trace_state = trace.state();
    head.begin_ns = trace.wall_ns(head.begin_ns);
    head.end_ns = trace.wall_ns(head.end_ns);
    writer_.begin(head);
    return writer_;
}

void Tracer::finish() noexcept {
    const size_t before = spans_.size();
    if (before < kMostBytes) writer_.append_to(spans_);
    if (before >= kMostBytes || spans_.size() > kMostBytes) {
        spans_.shrink(spans_.size() - before);
        counters_.spans_dropped.increment();
        return;
    }
    ++count_;
    if (before == 0 || (before < kBatchBytes && spans_.size() >= kBatchBytes)) on_span_(owner_);
}

uint64_t Tracer::take(Buffer& into) noexcept {
    std::swap(into, spans_);
    return std::exchange(count_, 0);
}

}  // namespace tern::serve
