// The traces of one worker: decides which requests are traced, and keeps ended spans until they are exported. It is
// bounded: spans that do not fit are dropped and counted. The worker owns it; it outlives ports and coroutines.
#pragma once

#include "serve/exchange.h"
#include "serve/telemetry/otlp.h"
#include "shm/worker_counters.h"

namespace tern::serve {

class Tracer;

// The common data of all coroutines of one request (or of one root span), with a reference count.
class Trace {
public:
    Trace(Tracer& tracer, const http::TraceContext& root, std::string state) noexcept;
    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    const http::TraceId& id() const noexcept { return root_.trace_id; }
    // The span of the request, or the program's first span.
    const http::SpanId& root_span() const noexcept { return root_.span_id; }
    bool sampled() const noexcept { return root_.sampled; }
    const std::string& state() const noexcept { return state_; }
    Tracer& tracer() const noexcept { return tracer_; }
    // Converts a monotonic time. A trace uses one offset, so that a change of the system clock does not affect it.
    int64_t wall_ns(int64_t monotonic_ns) const noexcept { return monotonic_ns + wall_offset_ns_; }

private:
    friend class Tracer;
    ~Trace() = default;

    Tracer& tracer_;
    http::TraceContext root_;
    http::SpanId remote_parent_ = http::kNoSpan;
    std::string state_;
    int64_t wall_offset_ns_;  // 0 when nothing is recorded
    uint32_t references_ = 1;
};

class Tracer {
public:
    // `ratio`: the share of new traces that are recorded, in millionths. `on_span` is called with the first waiting
    // span, and when a batch is full.
    Tracer(int64_t ratio, shm::WorkerCounters& counters, void (*on_span)(void* owner), void* owner) noexcept;
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    // The request is about to be handled: exchange.trace is its trace until end().
    void begin(Exchange& exchange) noexcept;
    static void end(Exchange& exchange, ResponseState state) noexcept;
    // A trace that the program begins, with one reference.
    Trace* begin_trace() noexcept;

    http::SpanId new_span_id() noexcept;
    // Times of `head` are monotonic; the ids of its trace are filled in here. The caller adds attributes to the result
    // and then calls finish().
    SpanWriter& start(const Trace& trace, SpanHead head) noexcept;
    void finish() noexcept;

    // The waiting spans, as written by SpanWriter.
    const Buffer& spans() const noexcept { return spans_; }
    uint64_t count() const noexcept { return count_; }
    // Moves the spans to `into`, which must be empty.
    uint64_t take(Buffer& into) noexcept;

    static constexpr size_t kBatchBytes = 256 * 1024;
    static constexpr size_t kMostBytes = 4 << 20;

private:
    void fill_random(uint8_t* into, size_t size) noexcept;
    bool samples(const http::TraceId& id) const noexcept;
    static void describe(SpanWriter& writer, const Exchange& exchange, ResponseState state) noexcept;

    uint64_t below_;  // the threshold for samples(), out of 2^63
    shm::WorkerCounters& counters_;
    void (*on_span_)(void* owner);
    void* owner_;
    SpanWriter writer_;
    Buffer spans_;
    uint64_t count_ = 0;
    std::array<uint8_t, 512> random_{};
    size_t random_left_ = 0;
};

}  // namespace tern::serve
