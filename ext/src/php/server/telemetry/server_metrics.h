// The server's own metrics, listed in docs/metrics.md. They work in any process of the server; a program without a
// server has few of them. Nothing here runs PHP code.
#pragma once

#include "proc/shared_state.h"
#include "serve/telemetry/exposition.h"

namespace tern::php {

void collect_server_metrics(serve::MetricSink& sink);

// The parts of the metrics.
void collect_worker_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_pool_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_table_metrics(serve::MetricSink& sink);

// The resident memory of a process; 0: it has ended.
uint64_t resident_bytes(pid_t pid) noexcept;

}  // namespace tern::php
