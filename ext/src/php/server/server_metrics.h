// The server's own metrics: what docs/metrics.md lists. In any process of the server; in a program without one there
// are few. Nothing here runs PHP code.
#pragma once

#include "proc/shared_state.h"
#include "serve/telemetry/exposition.h"

namespace tern::php {

void collect_server_metrics(serve::MetricSink& sink);

// The parts.
void collect_worker_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_pool_metrics(const proc::SharedState& state, serve::MetricSink& sink);
void collect_table_metrics(serve::MetricSink& sink);

// What a process has in memory; 0: it is gone.
uint64_t resident_bytes(pid_t pid) noexcept;

}  // namespace tern::php
