// The metrics of single workers. During a reload two processes have the same worker id: their levels are added up.
#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

#include "base/clock.h"
#include "php/engine/classes.h"
#include "php/engine/object.h"
#include "php/server/telemetry/server_metrics.h"
#include "php/shared/table_object.h"

namespace tern::php {

namespace {

using serve::MetricLabel;
using serve::MetricSink;
using serve::MetricType;
using shm::WorkerCounters;

class Decimal {
public:
    explicit Decimal(uint64_t number) noexcept
        : size_(static_cast<size_t>(std::to_chars(text_, text_ + sizeof text_, number).ptr - text_)) {}
    Bytes view() const noexcept { return Bytes(text_, size_); }

private:
    char text_[20];
    size_t size_;
};

bool is_in_slot(const WorkerCounters& slot, uint32_t worker_id) noexcept {
    return slot.generation.load(std::memory_order_acquire) != 0 &&
           slot.worker_id.load(std::memory_order_relaxed) == static_cast<int32_t>(worker_id);
}

template <class Level>
double sum_of(const proc::SharedState& state, uint32_t worker_id, Level level) noexcept {
    double sum = 0;
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        if (is_in_slot(state.slot(i), worker_id)) sum += level(state.slot(i));
    }
    return sum;
}

struct LevelMetric {
    Bytes name;
    Bytes help;
    Bytes unit;
    double (*level)(const WorkerCounters& slot) noexcept;
};

double number(const shm::Counter& counter) noexcept { return static_cast<double>(counter.get()); }

constexpr LevelMetric kLevels[] = {
    {"tern_http_requests_in_flight",
     "HTTP requests that wait or are handled.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.concurrency); }},
    {"tern_http_requests_waiting",
     "Of these, those that wait for worker_max_concurrency.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.waiting_num); }},
    {"tern_websockets",
     "Open WebSockets.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.websocket_num); }},
    {"tern_coroutines",
     "Coroutines.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.coroutine_num); }},
    {"tern_applications",
     "Applications of a folder that tern serve serves.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.application_num); }},
    {"tern_applications_busy",
     "Of these, those that handle a request.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.application_busy_num); }},
    {"tern_applications_waiting",
     "Requests that wait for an application.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.application_waiting_num); }},
    {"tern_timers",
     "Timers of the program.",
     {},
     [](const WorkerCounters& slot) noexcept { return number(slot.timer_num); }},
    {"tern_loop_longest_turn_seconds", "The longest turn of the event loop in the last 30 to 60 s.", "seconds",
     [](const WorkerCounters& slot) noexcept {
         return static_cast<double>(slot.turn_peak_us.get(monotonic_ms())) * 1e-6;
     }},
    {"tern_worker_resident_memory_bytes", "Memory of the process; much of it is shared with the others.", "bytes",
     [](const WorkerCounters& slot) noexcept {
         return static_cast<double>(resident_bytes(slot.pid.load(std::memory_order_relaxed)));
     }},
    {"tern_worker_heap_bytes", "Memory that PHP code uses.", "bytes",
     [](const WorkerCounters& slot) noexcept { return number(slot.heap_bytes); }},
    {"tern_worker_heap_peak_bytes", "The most that PHP code has used.", "bytes",
     [](const WorkerCounters& slot) noexcept { return number(slot.heap_peak_bytes); }},
};

void collect_level(const proc::SharedState& state, const LevelMetric& metric, MetricSink& sink) {
    sink.family({MetricType::gauge, metric.name, metric.help, metric.unit});
    for (uint32_t id = 0; id < state.roster().total(); ++id) {
        const Decimal worker(id);
        const MetricLabel label{"worker", worker.view()};
        sink.sample({&label, 1}, sum_of(state, id, metric.level));
    }
}

void collect_connections(const proc::SharedState& state, MetricSink& sink) {
    static constexpr Bytes kNames[shm::kProtocols] = {"tls", "http1", "http2", "websocket", "tcp", "fastcgi"};
    sink.family({MetricType::gauge, "tern_connections", "Open connections, by what they speak now."});
    for (uint32_t id = 0; id < state.roster().events; ++id) {
        const Decimal worker(id);
        for (size_t i = 0; i < shm::kProtocols; ++i) {
            const MetricLabel labels[] = {{"worker", worker.view()}, {"protocol", kNames[i]}};
            sink.sample(labels, sum_of(state, id, [i](const WorkerCounters& slot) noexcept {
                            return number(slot.protocol_num[i]);
                        }));
        }
    }
}

void collect_states(const proc::SharedState& state, MetricSink& sink) {
    static constexpr Bytes kNames[] = {"starting", "busy", "idle", "exiting"};
    std::array<uint64_t, std::size(kNames)> counts{};
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        const WorkerCounters& slot = state.slot(i);
        if (slot.generation.load(std::memory_order_acquire) == 0) continue;
        auto status = static_cast<size_t>(slot.status.load(std::memory_order_relaxed));
        if (status == static_cast<size_t>(shm::WorkerStatus::idle) && slot.has_work()) {
            status = static_cast<size_t>(shm::WorkerStatus::busy);
        }
        if (status < counts.size()) ++counts[status];
    }
    sink.family({MetricType::gauge, "tern_workers", "Worker processes, by what they do."});
    for (size_t i = 0; i < counts.size(); ++i) {
        const MetricLabel label{"state", kNames[i]};
        sink.sample({&label, 1}, static_cast<double>(counts[i]));
    }
}

// The pools of one worker. Pools with the same name are added up.
[[gnu::noinline]] size_t pools_of(const proc::SharedState& state, uint32_t worker_id, shm::PoolBoard::Pools& into) {
    shm::PoolBoard::Pools read;
    size_t count = 0;
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        if (!is_in_slot(state.slot(i), worker_id)) continue;
        const size_t found = state.slot(i).pools.read(read);
        for (size_t n = 0; n < found; ++n) {
            size_t at = 0;
            while (at < count && into[at].name != read[n].name) ++at;
            if (at == into.size()) break;
            if (at == count) into[count++] = shm::PoolLevels{read[n].name};
            into[at].size += read[n].size;
            into[at].idle += read[n].idle;
            into[at].in_use += read[n].in_use;
            into[at].waiting += read[n].waiting;
        }
    }
    return count;
}

struct PoolMetric {
    Bytes name;
    Bytes help;
    uint64_t shm::PoolLevels::*level;
};

constexpr PoolMetric kPoolMetrics[] = {
    {"tern_pool_connections", "Connections of a Tern\\Pool.", &shm::PoolLevels::size},
    {"tern_pool_idle_connections", "Of these, the idle ones.", &shm::PoolLevels::idle},
    {"tern_pool_used_connections", "Of these, those that are lent.", &shm::PoolLevels::in_use},
    {"tern_pool_waiting", "Coroutines that wait for a connection.", &shm::PoolLevels::waiting},
};

void collect_pool(const proc::SharedState& state, const PoolMetric& metric, MetricSink& sink) {
    sink.family({MetricType::gauge, metric.name, metric.help});
    for (uint32_t id = 0; id < state.roster().total(); ++id) {
        shm::PoolBoard::Pools pools;
        const size_t count = pools_of(state, id, pools);
        const Decimal worker(id);
        for (size_t i = 0; i < count; ++i) {
            const MetricLabel labels[] = {{"worker", worker.view()}, {"pool", pools[i].name_text()}};
            sink.sample(labels, static_cast<double>(pools[i].*metric.level));
        }
    }
}

// --- tables

// The tables of this process; those made before the start are in all processes. Null: no more.
const TableState* next_table(uint32_t& handle) noexcept {
    for (; handle < EG(objects_store).top; ++handle) {
        zend_object* object = EG(objects_store).object_buckets[handle];
        if (!IS_OBJ_VALID(object) || !instanceof_function(object->ce, classes.table)) continue;
        const TableState* state = of<TableObject>(object)->state;
        if (state != nullptr && state->is_usable()) return state;
    }
    return nullptr;
}

struct TableMetric {
    Bytes name;
    Bytes help;
    Bytes unit;
    double (*level)(const TableState& table) noexcept;
};

constexpr TableMetric kTableMetrics[] = {
    {"tern_table_rows",
     "Rows of a Swoole\\Table.",
     {},
     [](const TableState& table) noexcept { return static_cast<double>(table.table()->count()); }},
    {"tern_table_most_rows",
     "How many rows it may have.",
     {},
     [](const TableState& table) noexcept { return static_cast<double>(table.rows()); }},
    {"tern_table_memory_bytes", "Shared memory of a Swoole\\Table.", "bytes",
     [](const TableState& table) noexcept { return static_cast<double>(table.table()->memory_bytes()); }},
};

// The names of a table's columns, as an identification: as many as fit.
struct ColumnText {
    char bytes[100];
    size_t size = 0;

    explicit ColumnText(const TableState& table) noexcept {
        for (size_t i = 0; i < table.column_count(); ++i) {
            const Bytes name = table.column_name(i);
            if (size + name.size() + 1 > sizeof bytes) break;
            if (i > 0) bytes[size++] = ',';
            std::copy(name.begin(), name.end(), bytes + size);
            size += name.size();
        }
        serve::make_label_text(bytes, size);
    }
};

void collect_table(const TableMetric& metric, MetricSink& sink) {
    sink.family({MetricType::gauge, metric.name, metric.help, metric.unit});
    uint64_t table_number = 0;
    for (uint32_t handle = 1; const TableState* table = next_table(handle); ++handle) {
        const Decimal place(table_number++);
        const ColumnText columns(*table);
        const MetricLabel labels[] = {{"table", place.view()}, {"columns", Bytes(columns.bytes, columns.size)}};
        sink.sample(labels, metric.level(*table));
    }
}

}  // namespace

uint64_t resident_bytes(pid_t pid) noexcept {
    char text[64];
    (void)snprintf(text, sizeof text, "/proc/%d/statm", static_cast<int>(pid));
    const int file = pid > 0 ? ::open(text, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    const ssize_t got = ::read(file, text, sizeof text - 1);
    ::close(file);
    text[got > 0 ? got : 0] = 0;
    unsigned long resident = 0;
    if (std::sscanf(text, "%*u %lu", &resident) != 1) return 0;
    return uint64_t{resident} * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void collect_worker_metrics(const proc::SharedState& state, MetricSink& sink) {
    collect_states(state, sink);
    collect_connections(state, sink);
    for (const LevelMetric& metric : kLevels) collect_level(state, metric, sink);
}

void collect_pool_metrics(const proc::SharedState& state, MetricSink& sink) {
    for (const PoolMetric& metric : kPoolMetrics) collect_pool(state, metric, sink);
}

void collect_table_metrics(MetricSink& sink) {
    for (const TableMetric& metric : kTableMetrics) collect_table(metric, sink);
}

}  // namespace tern::php
