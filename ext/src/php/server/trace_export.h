// Sends the spans of a worker to a collector by OTLP/HTTP, a batch a second at most, in a coroutine of its own
// (Tern\Internal\Tracing\Exporter). A batch that nobody takes is tried again, later each time, while others gather up
// to Tracer::kMostBytes.
#pragma once

#include "loop/loop.h"
#include "php/options/server_options.h"
#include "serve/telemetry/tracer.h"

namespace tern::php {

struct Runtime;

class TraceExport {
public:
    // All outlive it.
    TraceExport(Runtime& all, const ServerConfig& config, shm::WorkerCounters& counters) noexcept;
    TraceExport(const TraceExport&) = delete;
    TraceExport& operator=(const TraceExport&) = delete;
    ~TraceExport();

    serve::Tracer& tracer() noexcept { return tracer_; }
    // Of a worker that leaves: whether all is sent, or lost. Else it is being tried, for the last time.
    bool finish() noexcept;

private:
    enum class Outcome : uint8_t { sent, refused, failed };
    static constexpr int64_t kEveryMs = 1000;
    static constexpr int64_t kMostDelayMs = 30'000;
    static constexpr int64_t kMostAskedDelayMs = 300'000;  // by the collector's Retry-After
    struct Refusal {
        Bytes why;
        int64_t after_ms = 0;  // 0: as we like
    };

    void on_span() noexcept;
    void begin() noexcept;
    static void run(void* self);
    Outcome send(zval* return_value);
    static Refusal read_refusal(const zval& result) noexcept;
    void end(Outcome outcome, const Refusal& refusal) noexcept;
    int64_t next_delay_ms(Outcome outcome, int64_t asked_ms) noexcept;
    void forget_batch(shm::Counter& counted) noexcept;
    void schedule(int64_t delay_ms) noexcept;

    Runtime& all_;
    const ServerConfig& config_;
    shm::WorkerCounters& counters_;
    serve::Tracer tracer_;
    serve::ResourceAttributes resource_;
    loop::Timer timer_;
    Buffer batch_;  // being sent, or tried again
    uint64_t batch_count_ = 0;
    int64_t delay_ms_ = kEveryMs;
    bool sending_ = false;
    bool failing_ = false;  // and the log says so
    bool leaving_ = false;
};

}  // namespace tern::php
