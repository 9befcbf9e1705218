// Sends the spans of a worker to a collector by OTLP/HTTP, at most one batch per second, in a coroutine of its own
// (Tern\Internal\Tracing\Exporter). A failed batch is sent again, each time with a longer delay, while new spans gather
// up to Tracer::kMostBytes.
#pragma once

#include "loop/loop.h"
#include "php/http/options/server_config.h"
#include "serve/telemetry/tracer.h"

namespace tern::php {

struct Runtime;

class TraceExport {
public:
    // All outlive it.
    TraceExport(Runtime& runtime, const ServerConfig& config, shm::WorkerCounters& counters) noexcept;
    TraceExport(const TraceExport&) = delete;
    TraceExport& operator=(const TraceExport&) = delete;
    ~TraceExport();

    serve::Tracer& tracer() noexcept { return tracer_; }
    // For a worker that leaves. True: all spans are sent, or lost. Otherwise it is sending them for the last time.
    bool finish() noexcept;

private:
    enum class Outcome : uint8_t { sent, refused, failed };
    static constexpr int64_t kEveryMs = 1000;
    static constexpr int64_t kMostDelayMs = 30'000;
    static constexpr int64_t kMostAskedDelayMs = 300'000;  // for the collector's Retry-After
    struct Refusal {
        Bytes why;
        int64_t after_ms = 0;  // 0: the usual delay
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

    Runtime& runtime_;
    const ServerConfig& config_;
    shm::WorkerCounters& counters_;
    serve::Tracer tracer_;
    serve::ResourceAttributes resource_;
    loop::Timer timer_;
    Buffer batch_;  // the batch that is being sent, or sent again
    uint64_t batch_count_ = 0;
    int64_t delay_ms_ = kEveryMs;
    bool sending_ = false;
    bool failing_ = false;  // the failure is logged
    bool leaving_ = false;
};

}  // namespace tern::php
