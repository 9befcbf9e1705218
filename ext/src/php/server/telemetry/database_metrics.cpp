// The metrics of db_connections and db_queries. Levels are published as those of a pool:
// tern_pool_connections{pool="db_connections"}.
#include <charconv>

#include "php/database/pin.h"
#include "php/server/telemetry/server_metrics.h"
#include "pool/connection_pool.h"
#include "serve/telemetry/query_digests.h"

namespace tern::php {

namespace {

using serve::MetricLabel;
using serve::MetricSink;
using serve::MetricType;
using shm::DatabaseCells;

static_assert(DatabaseCells::kClosedReasons == pool::kClosedReasons);
static_assert(DatabaseCells::kPins == kPins);

struct CountMetric {
    Bytes name;
    Bytes help;
    size_t cell;
};

constexpr CountMetric kCounts[] = {
    {"tern_db_connections_made", "Logins at databases for db_connections.", DatabaseCells::kMade},
    {"tern_db_connections_reused", "Objects that got a connection without a login.", DatabaseCells::kReused},
    {"tern_db_connections_waits", "Objects that waited for one of db_connections.", DatabaseCells::kWaits},
    {"tern_db_connections_timeouts", "Of these, those that got none in time.", DatabaseCells::kTimeouts},
    {"tern_db_connections_killed_queries", "Queries that were ended at the server, as their request had ended.",
     DatabaseCells::kKilled},
    {"tern_db_shared_queries", "Queries that got the response to an equal one.", DatabaseCells::kSharedQueries},
    {"tern_db_connections_recalled", "Connections that another request got between two statements of one.",
     DatabaseCells::kRecalled},
    {"tern_db_failed_queries", "Queries that failed.", DatabaseCells::kFailedQueries},
    {"tern_db_slow_queries", "Queries that took longer than slow_query_ms.", DatabaseCells::kSlowQueries},
    {"tern_db_n_plus_1", "Lines of the application that have sent N+1 queries in a request.", DatabaseCells::kNPlus1},
};

// One for each operation.
void collect_queries(const shm::DatabaseTotals& totals, MetricSink& sink, Bytes name, Bytes help, size_t first,
                     double unit) {
    sink.family({MetricType::counter, name, help});
    for (size_t i = 0; i < serve::kQueryOperations; ++i) {
        const MetricLabel label{"operation", serve::kQueryOperationNames[i]};
        sink.sample({&label, 1}, static_cast<double>(totals[first + i]) * unit);
    }
}

void collect_closed(const shm::DatabaseTotals& totals, MetricSink& sink) {
    sink.family(
        {MetricType::counter, "tern_db_connections_closed", "Connections of db_connections that were closed, by why."});
    for (size_t i = 0; i < pool::kClosedReasons; ++i) {
        const MetricLabel label{"reason", pool::name_of(static_cast<pool::Closed>(i))};
        sink.sample({&label, 1}, static_cast<double>(totals[DatabaseCells::kClosed + i]));
    }
}

template <class Visitor>
void each_slot(const proc::SharedState& state, Visitor visit) {
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        const shm::WorkerCounters& slot = state.slot(i);
        if (slot.generation.load(std::memory_order_acquire) != 0) visit(slot);
    }
}

void collect_pinned(const proc::SharedState& state, MetricSink& sink) {
    sink.family({MetricType::gauge, "tern_db_connections_pinned", "Connections that objects keep between requests."});
    for (uint32_t id = 0; id < state.roster().total(); ++id) {
        char text[20];
        const Bytes worker(text, static_cast<size_t>(std::to_chars(text, text + sizeof text, id).ptr - text));
        const MetricLabel label{"worker", worker};
        uint64_t pinned = 0;
        each_slot(state, [&](const shm::WorkerCounters& slot) {
            if (slot.worker_id.load(std::memory_order_relaxed) == static_cast<int32_t>(id))
                pinned += slot.database.pinned();
        });
        sink.sample({&label, 1}, static_cast<double>(pinned));
    }
}

void collect_pins(const proc::SharedState& state, MetricSink& sink) {
    sink.family({MetricType::gauge, "tern_db_connections_pins", "The same, by what keeps them."});
    for (size_t i = 1; i < kPins; ++i) {
        const MetricLabel label{"reason", name_of(static_cast<Pin>(i))};
        uint64_t pinned = 0;
        each_slot(state, [&](const shm::WorkerCounters& slot) { pinned += slot.database.pinned(i); });
        sink.sample({&label, 1}, static_cast<double>(pinned));
    }
}

}  // namespace

void collect_database_metrics(const proc::SharedState& state, MetricSink& sink) {
    const shm::DatabaseTotals totals = state.database_totals();
    for (const CountMetric& metric : kCounts) {
        sink.family({MetricType::counter, metric.name, metric.help});
        sink.sample({}, static_cast<double>(totals[metric.cell]));
    }
    collect_queries(totals, sink, "tern_db_queries", "Queries of db_queries.", DatabaseCells::kQueries, 1);
    collect_queries(totals, sink, "tern_db_query_seconds", "Time in which coroutines waited for them.",
                    DatabaseCells::kQueryMicros, 1e-6);
    collect_closed(totals, sink);
    collect_pinned(state, sink);
    collect_pins(state, sink);
}

}  // namespace tern::php
