// Traces of one worker: which requests are traced, and the spans that ended, until somebody takes them away. Bounded:
// what finds no room is counted and gone. Owned by the worker; outlives its ports and coroutines.
#pragma once

#include "serve/exchange.h"
#include "serve/telemetry/otlp.h"
#include "shm/worker_counters.h"

namespace tern::serve {

class Tracer;

// What the coroutines of one request (or of one root span) have in common. Counted.
class Trace {
public:
    Trace(Tracer& tracer, const http::TraceContext& root, std::string state) noexcept;
    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    const http::TraceId& id() const noexcept { return root_.trace_id; }
    // Of the request's span, or of the program's first.
    const http::SpanId& root_span() const noexcept { return root_.span_id; }
    bool sampled() const noexcept { return root_.sampled; }
    const std::string& state() const noexcept { return state_; }
    Tracer& tracer() const noexcept { return tracer_; }
    // Of a monotonic time: one clock for all of a trace, that nobody sets meanwhile.
    int64_t wall_ns(int64_t monotonic_ns) const noexcept { return monotonic_ns + wall_offset_ns_; }

private:
    friend class Tracer;
    ~Trace() = default;

    Tracer& tracer_;
    http::TraceContext root_;
    http::SpanId remote_parent_ = http::kNoSpan;
    std::string state_;
    int64_t wall_offset_ns_;  // 0 where nothing is recorded
    uint32_t references_ = 1;
};

class Tracer {
public:
    // `ratio` in millionths: of the traces that begin here, those that are recorded. `on_span` is called with the first
    // span that waits, and when a batch is full.
    Tracer(int64_t ratio, shm::WorkerCounters& counters, void (*on_span)(void* owner), void* owner) noexcept;
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    // A request is to be handled: exchange.trace is its trace from now on, until end().
    void begin(Exchange& exchange) noexcept;
    static void end(Exchange& exchange, AnswerState state) noexcept;
    // A trace that begins with the program; one reference.
    Trace* begin_trace() noexcept;

    http::SpanId new_span_id() noexcept;
    // Times of `head` are monotonic, ids of its trace are filled in. The attributes are added to what is returned, then
    // comes finish().
    SpanWriter& start(const Trace& trace, SpanHead head) noexcept;
    void finish() noexcept;

    // Spans that wait, as SpanWriter writes them.
    const Buffer& spans() const noexcept { return spans_; }
    uint64_t count() const noexcept { return count_; }
    // They are the caller's; `into` has had none.
    uint64_t take(Buffer& into) noexcept;

    static constexpr size_t kBatchBytes = 256 * 1024;
    static constexpr size_t kMostBytes = 4 << 20;

private:
    void fill_random(uint8_t* into, size_t size) noexcept;
    bool samples(const http::TraceId& id) const noexcept;
    static void describe(SpanWriter& writer, const Exchange& exchange, AnswerState state) noexcept;

    uint64_t below_;  // of 2^63
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
