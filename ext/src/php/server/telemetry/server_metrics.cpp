#include "php/server/telemetry/server_metrics.h"

#include "php/engine/version.h"
#include "php/server/server_process.h"
#include "php/shared/shared_cache_object.h"
#include "protocol/http/h2/flood_watch.h"

namespace tern::php {

namespace {

using serve::MetricLabel;
using serve::MetricSink;
using serve::MetricType;
using shm::Totals;

constexpr double kMicro = 1e-6;

void sum_of_one(MetricSink& sink, MetricType type, Bytes name, Bytes help, double value) {
    sink.family({type, name, help});
    sink.sample({}, value);
}

void one_label(MetricSink& sink, Bytes name, Bytes value, double number) {
    const MetricLabel label{name, value};
    sink.sample({&label, 1}, number);
}

void collect_build(MetricSink& sink) {
    sink.family({MetricType::gauge, "tern_build_info", "Versions of the server and of PHP; always 1."});
    const MetricLabel labels[] = {{"version", kTernVersion}, {"php_version", PHP_VERSION}};
    sink.sample(labels, 1);
}

void collect_requests(const shm::HttpTotals& totals, MetricSink& sink) {
    sink.family({MetricType::counter, "tern_http_requests", "HTTP requests that got their response or were lost."});
    for (size_t method = 0; method < shm::kMethods.size(); ++method) {
        for (size_t status = 0; status < shm::kStatusClasses.size(); ++status) {
            const uint64_t count = totals[shm::HttpCells::request(method, status)];
            if (count == 0) continue;
            const MetricLabel labels[] = {{"method", shm::kMethods[method]}, {"status", shm::kStatusClasses[status]}};
            sink.sample(labels, static_cast<double>(count));
        }
    }
}

void collect_durations(const shm::HttpTotals& totals, MetricSink& sink) {
    static constexpr auto kSeconds = [] {
        std::array<double, shm::DurationBuckets::kBounds.size()> seconds{};
        for (size_t i = 0; i < seconds.size(); ++i) seconds[i] = shm::DurationBuckets::kBounds[i] / 1e6;
        return seconds;
    }();
    sink.family({MetricType::histogram, "tern_http_request_duration_seconds",
                 "From the head of a request to the end of its response.", "seconds"});
    const std::span<const uint64_t> counts(&totals[shm::HttpCells::kDurations], shm::DurationBuckets::kCount);
    sink.histogram({}, kSeconds, counts, static_cast<double>(totals[shm::HttpCells::kDurationSum]) * kMicro);
}

struct TotalMetric {
    Bytes name;
    Bytes help;
    uint64_t Totals::*total;
    double unit = 1;
};

constexpr TotalMetric kTotals[] = {
    {"tern_connections_accepted", "Connections that were accepted.", &Totals::accept_count},
    {"tern_connections_closed", "Connections that ended.", &Totals::close_count},
    {"tern_aborts", "Requests and connections that were broken off, by a client or for its errors.",
     &Totals::abort_count},
    {"tern_received_bytes", "Bytes received from clients.", &Totals::total_recv_bytes},
    {"tern_sent_bytes", "Bytes sent to clients.", &Totals::total_send_bytes},
    {"tern_loop_turns", "Turns of the workers' event loops.", &Totals::loop_turn_count},
    {"tern_loop_busy_seconds", "Time that event loops did not wait for events.", &Totals::loop_busy_us, kMicro},
    {"tern_loop_blocked", "Turns that took longer than blocking_threshold.", &Totals::blocking_count},
    {"tern_http_slow_requests", "HTTP requests that took longer than slow_request_ms.", &Totals::slow_request_count},
    {"tern_websocket_received_messages", "WebSocket messages received.", &Totals::websocket_received},
    {"tern_websocket_sent_messages", "WebSocket messages sent.", &Totals::websocket_sent},
    {"tern_websocket_errors", "WebSockets that broke the protocol or a limit.", &Totals::websocket_errors},
    {"tern_websocket_dropped_frames", "Frames that were not sent to clients too far behind.",
     &Totals::websocket_dropped},
    {"tern_rooms_lost_messages", "Messages of rooms that did not reach another worker or node.", &Totals::rooms_lost},
    {"tern_trace_spans_sent", "Spans that the collector has taken.", &Totals::spans_sent},
    {"tern_trace_spans_dropped", "Spans that found no room, or that the collector did not take.",
     &Totals::spans_dropped},
    {"tern_access_log_lost_lines", "Lines of access logs that could not be written.", &Totals::access_log_lost},
};

void collect_totals(const Totals& totals, MetricSink& sink) {
    for (const TotalMetric& metric : kTotals) {
        const double value = static_cast<double>(totals.*metric.total) * metric.unit;
        sum_of_one(sink, MetricType::counter, metric.name, metric.help, value);
    }
    sink.family({MetricType::counter, "tern_tls_handshakes", "TLS handshakes, by how they ended."});
    const uint64_t full = totals.tls_handshake_count - std::min(totals.tls_handshake_count, totals.tls_resumed_count);
    one_label(sink, "result", "full", static_cast<double>(full));
    one_label(sink, "result", "resumed", static_cast<double>(totals.tls_resumed_count));
    one_label(sink, "result", "failed", static_cast<double>(totals.tls_failed_count));
    one_label(sink, "result", "refused", static_cast<double>(totals.tls_refused_count));
    sink.family({MetricType::counter, "tern_http2_floods", "HTTP/2 connections that ended for a flood of frames."});
    for (size_t i = 0; i < http::h2::kFloodKinds; ++i) {
        const char* kind = http::h2::counter_of(static_cast<http::h2::Flood>(i));
        one_label(sink, "kind", kind, static_cast<double>(totals.http2_floods[i]));
    }
}

void collect_master(ServerProcess& server, MetricSink& sink) {
    sink.family({MetricType::gauge, "tern_start_time_seconds", "When the server started, since 1970.", "seconds"});
    sink.sample({}, static_cast<double>(server.started_at()));
    sink.family({MetricType::gauge, "tern_master_resident_memory_bytes", "Memory of the master process.", "bytes"});
    sink.sample({}, static_cast<double>(resident_bytes(server.master_pid())));
    sink.family({MetricType::counter, "tern_worker_restarts", "Worker processes that were replaced, by why."});
    static constexpr Bytes kWhy[proc::kRestarts] = {"failure", "reload", "recycle", "stop", "ended"};
    for (size_t i = 0; i < proc::kRestarts; ++i) {
        const uint64_t count = server.state().restarts(static_cast<proc::Restart>(i)).get();
        one_label(sink, "reason", kWhy[i], static_cast<double>(count));
    }
}

void collect_losses(const proc::SharedState& state, MetricSink& sink) {
    sink.family({MetricType::counter, "tern_log_lost_lines", "Lines of logs that could not be written, by option."});
    one_label(sink, "log", "log_file", static_cast<double>(state.log_losses().lines));
    one_label(sink, "log", "slow_request_file", static_cast<double>(state.slow_log_losses().lines));
    sum_of_one(sink, MetricType::counter, "tern_admin_refused_requests",
               "Requests to the option admin with a wrong token.", static_cast<double>(state.admin_refusals().get()));
}

void collect_cache(MetricSink& sink) {
    shm::Cache* cache = server_cache();
    if (cache == nullptr) return;
    const shm::CacheCounts counts = cache->counts();
    sink.family({MetricType::gauge, "tern_cache_size_bytes", "Memory of the server's cache.", "bytes"});
    sink.sample({}, static_cast<double>(cache->bytes()));
    sink.family({MetricType::gauge, "tern_cache_used_bytes", "Memory of the entries of the server's cache.", "bytes"});
    sink.sample({}, static_cast<double>(counts.blocks * shm::CacheShard::kBlock));
    sum_of_one(sink, MetricType::gauge, "tern_cache_entries", "Entries of the server's cache.",
               static_cast<double>(counts.entries));
    sum_of_one(sink, MetricType::counter, "tern_cache_hits", "Values that were found in the server's cache.",
               static_cast<double>(counts.hits));
    sum_of_one(sink, MetricType::counter, "tern_cache_misses", "Values that were not found in the server's cache.",
               static_cast<double>(counts.misses));
    sum_of_one(sink, MetricType::counter, "tern_cache_evictions", "Entries that made room for others.",
               static_cast<double>(counts.evicted));
}

void collect_own(MetricSink& sink) {
    const shm::Metrics* metrics = user_metrics();
    if (metrics == nullptr) return;
    sum_of_one(sink, MetricType::gauge, "tern_metrics_series", "Series of the program's own metrics.",
               metrics->series_count());
    sum_of_one(sink, MetricType::counter, "tern_metrics_lost", "Updates of the program's own metrics without room.",
               static_cast<double>(metrics->lost()));
}

}  // namespace

void collect_server_metrics(MetricSink& sink) {
    collect_build(sink);
    if (ServerProcess* server = process(); server != nullptr) {
        collect_master(*server, sink);
        const shm::HttpTotals http = server->state().http_totals();
        collect_requests(http, sink);
        collect_durations(http, sink);
        collect_totals(server->state().totals(), sink);
        collect_losses(server->state(), sink);
        collect_worker_metrics(server->state(), sink);
        collect_pool_metrics(server->state(), sink);
        collect_database_metrics(server->state(), sink);
        collect_cache(sink);
    }
    collect_table_metrics(sink);
    collect_own(sink);
}

}  // namespace tern::php
