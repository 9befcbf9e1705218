#include "php/server/telemetry/worker_snapshot.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/timers.h"
#include "php/database/database_pool.h"
#include "php/database/flight/query_flights.h"
#include "php/database/queries/query_observer.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/state/engine_heap.h"
#include "php/library/library.h"
#include "serve/telemetry/exposition.h"

namespace tern::php {

namespace {

struct PoolReading {
    shm::PoolBoard::Pools pools;
    size_t count;
};

uint64_t number_at(HashTable* row, Bytes key) {
    const zval* value = zend_hash_str_find(row, key.data(), key.size());
    return value != nullptr && Z_TYPE_P(value) == IS_LONG && Z_LVAL_P(value) > 0
               ? static_cast<uint64_t>(Z_LVAL_P(value))
               : 0;
}

void read_pool(HashTable* row, PoolReading& into) {
    shm::PoolLevels& levels = into.pools[into.count++];
    levels = {};
    const zval* name = zend_hash_str_find(row, ZEND_STRL("name"));
    if (name != nullptr && Z_TYPE_P(name) == IS_STRING) levels.set_name(view(Z_STR_P(name)));
    serve::make_label_text(levels.name.data(), levels.name_text().size());
    levels.size = number_at(row, "size");
    levels.idle = number_at(row, "idle");
    levels.in_use = number_at(row, "in_use");
    levels.waiting = number_at(row, "waiting");
}

// Loads no class: without the class there are no pools.
void ask_pools(void* argument) {
    auto& into = *static_cast<PoolReading*>(argument);
    into.count = 0;
    zend_class_entry* entry = library::loaded("tern\\pool");
    if (entry == nullptr) return;
    zval rows;
    ZVAL_UNDEF(&rows);
    zend_call_method_with_0_params(nullptr, entry, nullptr, "report", &rows);
    if (Z_TYPE(rows) == IS_ARRAY) {
        zval* row = nullptr;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL(rows), row) {
            if (into.count < into.pools.size() && Z_TYPE_P(row) == IS_ARRAY) read_pool(Z_ARRVAL_P(row), into);
        }
        ZEND_HASH_FOREACH_END();
    }
    zval_ptr_dtor(&rows);
}

void add_queries(const QueryCounts& counts, shm::DatabaseTotals& totals) noexcept {
    using shm::DatabaseCells;
    static_assert(DatabaseCells::kQueryOperations == serve::kQueryOperations);
    for (size_t i = 0; i < serve::kQueryOperations; ++i) {
        totals[DatabaseCells::kQueries + i] = counts.queries[i];
        totals[DatabaseCells::kQueryMicros + i] = static_cast<uint64_t>(counts.waited_ns[i] / 1000);
    }
    totals[DatabaseCells::kFailedQueries] = counts.failed;
    totals[DatabaseCells::kSlowQueries] = counts.slow;
    totals[DatabaseCells::kNPlus1] = counts.n_plus_1;
}

struct DatabaseReading {
    shm::DatabaseTotals totals{};
    shm::DatabasePins pins{};
};

void read_databases(const char* name, DatabasePool* pool, PoolReading& pools, DatabaseReading& into) noexcept {
    using shm::DatabaseCells;
    if (pool == nullptr) return;
    const pool::ConnectionPool& connections = pool->connections();
    const pool::Counts& counts = connections.counts();
    into.totals[DatabaseCells::kMade] += counts.made;
    into.totals[DatabaseCells::kReused] += counts.reused;
    into.totals[DatabaseCells::kWaits] += counts.waits;
    into.totals[DatabaseCells::kTimeouts] += counts.timeouts;
    for (size_t i = 0; i < counts.closed.size(); ++i) into.totals[DatabaseCells::kClosed + i] += counts.closed[i];
    into.totals[DatabaseCells::kKilled] += pool->stopped_queries();
    into.totals[DatabaseCells::kRecalled] += pool->recalled();
    pool->each_pinned(
        [&](Pin pin, const char*, const ProgramLine&, int64_t) { ++into.pins[static_cast<size_t>(pin)]; });
    if (pools.count == pools.pools.size()) --pools.count;
    shm::PoolLevels& levels = pools.pools[pools.count++];
    levels = {};
    levels.set_name(name);
    levels.size = connections.places();
    levels.idle = connections.idle();
    levels.in_use = pool->in_use();
    levels.waiting = connections.waiting();
}

}  // namespace

WorkerSnapshot::WorkerSnapshot(Runtime& runtime, shm::WorkerCounters& counters) noexcept
    : runtime_(runtime),
      counters_(counters),
      due_timer_([](void* self) { static_cast<WorkerSnapshot*>(self)->due_ = true; }, this) {}

// A turn that publishes does not start the timer again; otherwise an idle worker would wake up every second.
void WorkerSnapshot::after_turn() noexcept {
    counters_.coroutine_num.set(runtime_.scheduler.count());
    // The first turn includes the start of the process, and loading a program takes long.
    if (runtime_.loop.turns() > 2) counters_.count_turn(runtime_.loop.last_turn_us(), runtime_.loop.now_ms());
    if (due_) {
        due_ = false;
        write();
    } else if (!due_timer_.pending()) {
        runtime_.loop.start_timer(due_timer_, kEveryMs);
    }
}

void WorkerSnapshot::write() noexcept {
    counters_.timer_num.set(runtime_.timers == nullptr ? 0 : runtime_.timers->table().count());
    counters_.heap_bytes.set(OwnHeap::size_of_all());
    counters_.heap_peak_bytes.set(OwnHeap::peak_of_all());
    write_pools();
}

void WorkerSnapshot::write_pools() noexcept {
    PoolReading reading;
    if (guard::run(ask_pools, &reading) != Outcome::ok) return;
    DatabaseReading databases;
    read_databases("db_connections", database_pool(), reading, databases);
    read_databases("redis_connections", redis_pool(), reading, databases);
    if (const QueryFlights* flights = query_flights()) {
        databases.totals[shm::DatabaseCells::kSharedQueries] = flights->shared();
    }
    if (const QueryObserver* observer = query_observer()) add_queries(observer->counts(), databases.totals);
    counters_.database.publish(databases.totals, databases.pins);
    counters_.pools.write(reading.pools, reading.count);
}

}  // namespace tern::php
