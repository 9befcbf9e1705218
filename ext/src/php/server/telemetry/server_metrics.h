// The server's own metrics, listed in docs/metrics.md. They work in any process of the server; a program without a
// server has few of them. Nothing here runs PHP code.
#pragma once

#include "php/engine/compat/engine.h"
#include "proc/shared_state.h"
#include "serve/telemetry/exposition.h"
#include "shm/metrics.h"

namespace tern::php {

void collect_server_metrics(serve::MetricSink& sink);

// The parts of the metrics.
void collect_worker_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_pool_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_database_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_table_metrics(serve::MetricSink& sink);

// The resident memory of a process; 0: it has ended.
uint64_t resident_bytes(pid_t pid) noexcept;

// The metrics of the program: one set for a server and all of its processes.

// Made on first use; processes that are forked later share it. Null: the system has no memory.
shm::Metrics* user_metrics() noexcept;

void collect_user_metrics(serve::MetricSink& sink);

// The C++ part of Tern\Metrics\Counter, Gauge and Histogram. Its pointers stay valid for ever.
struct MetricObject {
    shm::MetricFamily* family;
    shm::MetricSeries* only;  // of a metric without labels, once it is known
    zend_object std;

    static void release(MetricObject&) {}
};

// Metrics as a PHP array: see Tern\Metrics::collect().
class ArraySink final : public serve::MetricSink {
public:
    explicit ArraySink(zval* families) noexcept : families_(families) {}

    void family(const serve::MetricHead& head) override;
    void sample(std::span<const serve::MetricLabel> labels, double value) override;
    void histogram(std::span<const serve::MetricLabel> labels, std::span<const double> bounds,
                   std::span<const uint64_t> counts, double sum) override;

private:
    zval* families_;
    zval* samples_ = nullptr;  // of the current family
};

}  // namespace tern::php
