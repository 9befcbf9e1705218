// The counters of a worker process, in shared memory. Only the process in the slot writes; any process may read at any
// time. A reader may see one counter newer than another, but never an inconsistent one.
#pragma once

#include "shm/counter.h"
#include "shm/database_counters.h"
#include "shm/http_counters.h"
#include "shm/stall_note.h"
#include "shm/worker_levels.h"

namespace tern::shm {

// Busy, idle and exiting are the published SWOOLE_WORKER_* numbers.
enum class WorkerStatus : uint32_t { none = 0, busy = 1, idle = 2, exiting = 3 };

// The protocol of a connection; `tls`: not known yet.
enum class Protocol : uint8_t { tls, http1, http2, websocket, tcp, fastcgi };
inline constexpr size_t kProtocols = 6;

// The number of http::h2::kFloodKinds; serve/h2 checks that they are equal.
inline constexpr size_t kHttp2FloodKinds = 8;

// These only grow. Those of an ended process are added to a common total, so sums never fall.
struct Totals {
    uint64_t accept_count = 0;
    uint64_t close_count = 0;
    uint64_t request_count = 0;
    uint64_t response_count = 0;
    uint64_t dispatch_count = 0;
    uint64_t total_recv_bytes = 0;
    uint64_t total_send_bytes = 0;
    uint64_t abort_count = 0;
    uint64_t blocking_count = 0;
    uint64_t slow_request_count = 0;
    uint64_t access_log_lost = 0;
    uint64_t tls_handshake_count = 0;
    uint64_t tls_resumed_count = 0;
    uint64_t tls_failed_count = 0;
    uint64_t tls_refused_count = 0;
    uint64_t websocket_received = 0;
    uint64_t websocket_sent = 0;
    uint64_t websocket_errors = 0;
    uint64_t websocket_dropped = 0;
    uint64_t rooms_lost = 0;
    uint64_t spans_sent = 0;
    uint64_t spans_dropped = 0;
    uint64_t http2_refused_streams = 0;
    uint64_t http2_refused_heads = 0;
    uint64_t http2_dropped_answers = 0;
    uint64_t input_dropped = 0;
    uint64_t loop_turn_count = 0;
    uint64_t loop_busy_us = 0;
    std::array<uint64_t, kHttp2FloodKinds> http2_floods{};
};

// On cache lines of its own, so that workers do not slow each other down.
struct alignas(64) WorkerCounters {
    Counter accept_count;
    Counter close_count;
    Counter request_count;
    Counter response_count;
    Counter dispatch_count;
    Counter total_recv_bytes;
    Counter total_send_bytes;
    Counter abort_count;
    Counter blocking_count;  // written by the watchdog thread
    Counter slow_request_count;
    Counter access_log_lost;
    Counter tls_handshake_count;
    Counter tls_resumed_count;  // of these handshakes
    Counter tls_failed_count;
    Counter tls_refused_count;   // due to a limit
    Counter websocket_received;  // messages
    Counter websocket_sent;
    Counter websocket_errors;       // connections that violated the protocol or a limit
    Counter websocket_dropped;      // broadcast frames for clients that were too far behind
    Counter rooms_lost;             // room messages that did not reach another worker or node
    Counter spans_sent;             // accepted by a collector
    Counter spans_dropped;          // no room for them, or not accepted by a collector
    Counter http2_refused_streams;  // beyond http2_max_concurrent_streams
    Counter http2_refused_heads;    // above a limit of the head
    Counter http2_dropped_answers;  // above http2_worker_buffer_size
    Counter input_dropped;          // above worker_input_buffer_size: what had not arrived completely
    Counter loop_turn_count;
    Counter loop_busy_us;                                // of these turns, without their waits
    std::array<Counter, kHttp2FloodKinds> http2_floods;  // closed connections by kind
    // Levels: these fall, too, and end with the process.
    Counter concurrency;    // requests being handled now
    Counter waiting_num;    // of these, requests that wait: worker_max_concurrency
    Counter request_limit;  // worker_max_concurrency; 0: no limit
    Counter event_num;      // running callbacks of receive, packet and message
    Counter connection_num;
    std::array<Counter, kProtocols> protocol_num;  // the same, by Protocol
    Counter websocket_num;
    Counter coroutine_num;
    Counter task_num;         // running tasks
    Counter application_num;  // of `tern serve FOLDER`
    Counter application_busy_num;
    Counter application_waiting_num;  // requests that wait for one
    Counter start_time;               // seconds since 1970
    Counter timer_num;  // this and the rest is written once a second: php/server/telemetry/worker_snapshot
    Counter heap_bytes;
    Counter heap_peak_bytes;
    RecentPeak turn_peak_us;
    PoolBoard pools;
    DatabaseCounters database;
    HttpCounters http;  // totals
    StallNote stall;    // written by the watchdog thread
    // The master writes these, except for `status` and `stands_in`. Generation 0: the slot is free.
    std::atomic<uint32_t> generation{0};
    std::atomic<int32_t> worker_id{-1};
    std::atomic<int32_t> pid{0};
    std::atomic<uint32_t> coming{0};  // connections in transit to this worker; all workers write it
    std::atomic<WorkerStatus> status{WorkerStatus::none};
    std::atomic<bool> stands_in{false};  // the program does not run: each request gets a 503

    void count_turn(int64_t us, int64_t now_ms) noexcept {
        loop_turn_count.increment();
        loop_busy_us.add(static_cast<uint64_t>(us));
        turn_peak_us.see(static_cast<uint64_t>(us), now_ms);
    }
    // True: a further request waits until another one ends.
    bool is_full() const noexcept {
        const uint64_t most = request_limit.get();
        if (most > 0 && concurrency.get() >= most) return true;
        const uint64_t applications = application_num.get();
        if (applications == 0) return false;
        return application_busy_num.get() >= applications || application_waiting_num.get() > 0;
    }
    bool has_work() const noexcept { return concurrency.get() + event_num.get() + task_num.get() > 0; }
    Counter& connections_of(Protocol protocol) noexcept { return protocol_num[static_cast<size_t>(protocol)]; }

    inline void add_to(Totals& sum) const noexcept;
    // Adds the counts of an ended process; only the master calls this, on the total of ended processes.
    inline void absorb(const WorkerCounters& gone) noexcept;
    inline void reset() noexcept;
};

// The names in stats().
struct TotalRow {
    const char* name;
    uint64_t Totals::*total;
    Counter WorkerCounters::*counter;
};
inline constexpr TotalRow kTotalRows[] = {
    {"abort_count", &Totals::abort_count, &WorkerCounters::abort_count},
    {"accept_count", &Totals::accept_count, &WorkerCounters::accept_count},
    {"close_count", &Totals::close_count, &WorkerCounters::close_count},
    {"request_count", &Totals::request_count, &WorkerCounters::request_count},
    {"response_count", &Totals::response_count, &WorkerCounters::response_count},
    {"dispatch_count", &Totals::dispatch_count, &WorkerCounters::dispatch_count},
    {"total_recv_bytes", &Totals::total_recv_bytes, &WorkerCounters::total_recv_bytes},
    {"total_send_bytes", &Totals::total_send_bytes, &WorkerCounters::total_send_bytes},
    {"blocking_count", &Totals::blocking_count, &WorkerCounters::blocking_count},
    {"slow_request_count", &Totals::slow_request_count, &WorkerCounters::slow_request_count},
    {"access_log_lost", &Totals::access_log_lost, &WorkerCounters::access_log_lost},
    {"tls_handshake_count", &Totals::tls_handshake_count, &WorkerCounters::tls_handshake_count},
    {"tls_resumed_count", &Totals::tls_resumed_count, &WorkerCounters::tls_resumed_count},
    {"tls_failed_count", &Totals::tls_failed_count, &WorkerCounters::tls_failed_count},
    {"tls_refused_count", &Totals::tls_refused_count, &WorkerCounters::tls_refused_count},
    {"websocket_received", &Totals::websocket_received, &WorkerCounters::websocket_received},
    {"websocket_sent", &Totals::websocket_sent, &WorkerCounters::websocket_sent},
    {"websocket_errors", &Totals::websocket_errors, &WorkerCounters::websocket_errors},
    {"websocket_dropped", &Totals::websocket_dropped, &WorkerCounters::websocket_dropped},
    {"rooms_lost", &Totals::rooms_lost, &WorkerCounters::rooms_lost},
    {"spans_sent", &Totals::spans_sent, &WorkerCounters::spans_sent},
    {"spans_dropped", &Totals::spans_dropped, &WorkerCounters::spans_dropped},
    {"http2_refused_streams", &Totals::http2_refused_streams, &WorkerCounters::http2_refused_streams},
    {"http2_refused_heads", &Totals::http2_refused_heads, &WorkerCounters::http2_refused_heads},
    {"http2_dropped_answers", &Totals::http2_dropped_answers, &WorkerCounters::http2_dropped_answers},
    {"input_dropped", &Totals::input_dropped, &WorkerCounters::input_dropped},
    {"loop_turn_count", &Totals::loop_turn_count, &WorkerCounters::loop_turn_count},
    {"loop_busy_us", &Totals::loop_busy_us, &WorkerCounters::loop_busy_us},
};

void WorkerCounters::add_to(Totals& sum) const noexcept {
    for (const TotalRow& row : kTotalRows) sum.*row.total += (this->*row.counter).get();
    for (size_t i = 0; i < http2_floods.size(); ++i) sum.http2_floods[i] += http2_floods[i].get();
}

void WorkerCounters::absorb(const WorkerCounters& gone) noexcept {
    for (const TotalRow& row : kTotalRows) (this->*row.counter).add((gone.*row.counter).get());
    for (size_t i = 0; i < http2_floods.size(); ++i) http2_floods[i].add(gone.http2_floods[i].get());
    http.absorb(gone.http);
    database.absorb(gone.database);
}

void WorkerCounters::reset() noexcept {
    for (const TotalRow& row : kTotalRows) (this->*row.counter).set(0);
    for (Counter& floods : http2_floods) floods.set(0);
    for (Counter* level : {&concurrency, &waiting_num, &request_limit, &event_num, &connection_num, &websocket_num,
                           &coroutine_num, &task_num, &application_num, &application_busy_num, &application_waiting_num,
                           &start_time, &timer_num, &heap_bytes, &heap_peak_bytes}) {
        level->set(0);
    }
    for (Counter& connections : protocol_num) connections.set(0);
    turn_peak_us.reset();
    pools.reset();
    stall.reset();
    http.reset();
    database.reset();
    coming.store(0, std::memory_order_relaxed);
    status.store(WorkerStatus::none, std::memory_order_relaxed);
    stands_in.store(false, std::memory_order_relaxed);
}

// Counts a callback in event_num while it runs.
class RunningEvent {
public:
    explicit RunningEvent(WorkerCounters& counters) noexcept : counters_(counters) { counters_.event_num.increment(); }
    RunningEvent(const RunningEvent&) = delete;
    RunningEvent& operator=(const RunningEvent&) = delete;
    ~RunningEvent() { counters_.event_num.decrement(); }

private:
    WorkerCounters& counters_;
};

}  // namespace tern::shm
