#include <cinttypes>

#include "php/coroutine/program/process_runtime.h"
#include "php/database/database_pool.h"
#include "php/database/queries/query_observer.h"
#include "php/engine/compat/engine.h"
#include "php/engine/registry.h"
#include "php/http/http_dispatch.h"
#include "php/server/server_process.h"
#include "php/server/telemetry/admin_process.h"
#include "php/server/telemetry/server_metrics.h"
#include "php/server/user_process.h"
#include "php/server/telemetry/admin_functions_arginfo.h"

namespace tern::php {

namespace {

const char* role_name(proc::WorkerRole role) noexcept {
    constexpr const char* kNames[] = {"event", "task", "user", "admin"};
    return kNames[static_cast<size_t>(role)];
}

const char* status_name(const shm::WorkerCounters& slot) noexcept {
    const auto status = slot.status.load(std::memory_order_relaxed);
    if (status == shm::WorkerStatus::none) return "starting";
    if (status == shm::WorkerStatus::exiting) return "exiting";
    return slot.concurrency.get() > 0 || slot.task_num.get() > 0 ? "busy" : "idle";
}

struct WorkerRow {
    const char* key;
    shm::Counter shm::WorkerCounters::*counter;
};

constexpr WorkerRow kWorkerRows[] = {
    {"requests", &shm::WorkerCounters::dispatch_count},  {"connections", &shm::WorkerCounters::connection_num},
    {"websockets", &shm::WorkerCounters::websocket_num}, {"concurrency", &shm::WorkerCounters::concurrency},
    {"waiting", &shm::WorkerCounters::waiting_num},      {"coroutines", &shm::WorkerCounters::coroutine_num},
    {"timers", &shm::WorkerCounters::timer_num},         {"tasks", &shm::WorkerCounters::task_num},
    {"blocked", &shm::WorkerCounters::blocking_count},   {"memory_php", &shm::WorkerCounters::heap_bytes},
    {"started", &shm::WorkerCounters::start_time},
};

void describe_worker(const shm::WorkerCounters& slot, const proc::Roster& roster, zval* row) {
    const int id = slot.worker_id.load(std::memory_order_relaxed);
    const pid_t pid = slot.pid.load(std::memory_order_relaxed);
    array_init(row);
    add_assoc_long(row, "id", id);
    add_assoc_long(row, "pid", pid);
    add_assoc_string(row, "role", role_name(roster.role_of(id)));
    add_assoc_string(row, "status", status_name(slot));
    for (const WorkerRow& one : kWorkerRows) {
        add_assoc_long(row, one.key, static_cast<zend_long>((slot.*one.counter).get()));
    }
    add_assoc_long(row, "memory_rss", static_cast<zend_long>(resident_bytes(pid)));
    add_assoc_double(row, "loop_lag_ms", static_cast<double>(slot.turn_peak_us.get(monotonic_ms())) / 1000);
}

void add_stall(const shm::WorkerCounters& slot, zval* row) {
    shm::StallNote::Text text;
    const size_t size = slot.stall.read(text);
    if (size == 0) return add_assoc_null(row, "stuck");
    add_assoc_stringl(row, "stuck", text.data(), size);
}

double query_ms(int64_t ns) noexcept { return static_cast<double>(ns) / 1e6; }

void add_query_row(zval* list, const serve::QueryTotals& totals, Bytes text, Bytes summary, Bytes system,
                   uint64_t hash) {
    if (totals.count == 0) return;
    zval row;
    array_init(&row);
    char digest[17];
    const int size = snprintf(digest, sizeof digest, "%016" PRIx64, hash);
    add_assoc_stringl(&row, "digest", digest, static_cast<size_t>(size));
    add_assoc_stringl(&row, "text", text.data(), text.size());
    add_assoc_stringl(&row, "summary", summary.data(), summary.size());
    add_assoc_stringl(&row, "system", system.data(), system.size());
    add_assoc_long(&row, "count", static_cast<zend_long>(totals.count));
    add_assoc_long(&row, "failed", static_cast<zend_long>(totals.failed));
    add_assoc_long(&row, "rows", static_cast<zend_long>(totals.rows));
    add_assoc_double(&row, "waited_ms", query_ms(totals.waited_ns));
    add_assoc_double(&row, "first_ms", query_ms(totals.first_ns));
    add_assoc_double(&row, "worst_ms", query_ms(totals.worst_ns));
    add_next_index_zval(list, &row);
}

}  // namespace

void register_admin_functions() { register_functions(admin_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_workers) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    if (process() == nullptr) return;
    const tern::proc::SharedState& state = process()->state();
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        if (state.slot(i).generation.load(std::memory_order_acquire) == 0) continue;
        zval row;
        describe_worker(state.slot(i), state.roster(), &row);
        add_stall(state.slot(i), &row);
        add_next_index_zval(return_value, &row);
    }
}

ZEND_FUNCTION(Tern_Internal_is_draining) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(process() != nullptr && process()->state().shutting_down());
}

ZEND_FUNCTION(Tern_Internal_count_refusal) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (process() != nullptr) process()->state().admin_refusals().increment();
}

ZEND_FUNCTION(Tern_Internal_requests) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    if (runtime() == nullptr) return;
    coroutines()->scheduler.each([return_value](tern::coro::Coroutine& one) {
        const tern::serve::Exchange* exchange = HttpDispatch::exchange_of(static_cast<const Fiber&>(one));
        if (exchange == nullptr) return;
        zval row;
        array_init_size(&row, 2);
        add_assoc_stringl(&row, "method", exchange->head.method.data(), exchange->head.method.size());
        add_assoc_stringl(&row, "path", exchange->head.path.data(), exchange->head.path.size());
        add_index_zval(return_value, static_cast<zend_ulong>(one.id()), &row);
    });
}

ZEND_FUNCTION(Tern_Internal_pinned_connections) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    const int64_t now_ms = tern::monotonic_ms();
    const auto add = [&](Pin pin, const char* where, const ProgramLine& got_at, int64_t since_ms) {
        zval row;
        array_init_size(&row, 4);
        add_assoc_string(&row, "reason", name_of(pin));
        add_assoc_string(&row, "where", where);
        add_assoc_string(&row, "got_at", got_at.text);
        add_assoc_long(&row, "for_ms", now_ms - since_ms);
        add_next_index_zval(return_value, &row);
    };
    for (DatabasePool* pool : {database_pool(), redis_pool()}) {
        if (pool != nullptr) pool->each_pinned(add);
    }
}

ZEND_FUNCTION(Tern_Internal_queries) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    const QueryObserver* observer = query_observer();
    if (observer == nullptr) return;
    observer->digests().each([return_value](const tern::serve::QueryDigest& one) {
        const uint64_t hash = one.hash + (one.is_batch ? 1 : 0);
        add_query_row(return_value, one.totals, one.text, one.summary, one.system, hash);
    });
    add_query_row(return_value, observer->digests().others(), "", "", "", 0);
}
