// What a worker process counts about itself. Counters live in shared memory: the one process whose seat it is writes,
// anyone may read at any time. A reader may see one counter newer than another, never a torn one.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "http/h2/flood_watch.h"

namespace tern::serve {

// Busy, idle and exiting are the published SWOOLE_WORKER_* numbers.
enum class WorkerStatus : uint32_t { none = 0, busy = 1, idle = 2, exiting = 3 };

// One writer, so a plain load and store is enough: no locked instruction on the request path.
class Counter {
public:
    uint64_t get() const noexcept { return value_.load(std::memory_order_relaxed); }
    void set(uint64_t value) noexcept { value_.store(value, std::memory_order_relaxed); }
    void add(uint64_t count) noexcept { set(get() + count); }
    void increment() noexcept { add(1); }
    void decrement() noexcept { set(get() - 1); }

private:
    std::atomic<uint64_t> value_{0};
};

// Only ever grow; those of a process that ended are added to a common account, so sums never fall.
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
    uint64_t access_log_lost = 0;
    uint64_t tls_handshake_count = 0;
    uint64_t tls_resumed_count = 0;
    uint64_t tls_failed_count = 0;
    uint64_t tls_refused_count = 0;
    std::array<uint64_t, http::h2::kFloodKinds> http2_floods{};
};

// Cache lines of its own: a worker's counting never slows its neighbour down.
struct alignas(64) WorkerCounters {
    Counter accept_count;
    Counter close_count;
    Counter request_count;
    Counter response_count;
    Counter dispatch_count;
    Counter total_recv_bytes;
    Counter total_send_bytes;
    Counter abort_count;
    Counter blocking_count;  // written by the thread that watches the loop
    Counter access_log_lost;
    Counter tls_handshake_count;
    Counter tls_resumed_count;  // of these
    Counter tls_failed_count;
    Counter tls_refused_count;                                // over a limit
    std::array<Counter, http::h2::kFloodKinds> http2_floods;  // connections that ended for each
    // Levels: these fall too, and end with the process.
    Counter concurrency;  // requests being handled now
    Counter connection_num;
    Counter coroutine_num;
    Counter start_time;  // seconds since 1970
    // Written by the master, except for status; incarnation 0 says that nobody sits here.
    std::atomic<uint32_t> incarnation{0};
    std::atomic<int32_t> worker_id{-1};
    std::atomic<int32_t> pid{0};
    std::atomic<uint32_t> coming{0};  // connections on their way here from other workers; all of them write
    std::atomic<WorkerStatus> status{WorkerStatus::none};

    void add_to(Totals& sum) const noexcept {
        sum.accept_count += accept_count.get();
        sum.close_count += close_count.get();
        sum.request_count += request_count.get();
        sum.response_count += response_count.get();
        sum.dispatch_count += dispatch_count.get();
        sum.total_recv_bytes += total_recv_bytes.get();
        sum.total_send_bytes += total_send_bytes.get();
        sum.abort_count += abort_count.get();
        sum.blocking_count += blocking_count.get();
        sum.access_log_lost += access_log_lost.get();
        sum.tls_handshake_count += tls_handshake_count.get();
        sum.tls_resumed_count += tls_resumed_count.get();
        sum.tls_failed_count += tls_failed_count.get();
        sum.tls_refused_count += tls_refused_count.get();
        for (size_t i = 0; i < http2_floods.size(); ++i) sum.http2_floods[i] += http2_floods[i].get();
    }
    // The account of the departed takes over what a process counted; only the master calls this.
    void absorb(const WorkerCounters& gone) noexcept {
        accept_count.add(gone.accept_count.get());
        close_count.add(gone.close_count.get());
        request_count.add(gone.request_count.get());
        response_count.add(gone.response_count.get());
        dispatch_count.add(gone.dispatch_count.get());
        total_recv_bytes.add(gone.total_recv_bytes.get());
        total_send_bytes.add(gone.total_send_bytes.get());
        abort_count.add(gone.abort_count.get());
        blocking_count.add(gone.blocking_count.get());
        access_log_lost.add(gone.access_log_lost.get());
        tls_handshake_count.add(gone.tls_handshake_count.get());
        tls_resumed_count.add(gone.tls_resumed_count.get());
        tls_failed_count.add(gone.tls_failed_count.get());
        tls_refused_count.add(gone.tls_refused_count.get());
        for (size_t i = 0; i < http2_floods.size(); ++i) http2_floods[i].add(gone.http2_floods[i].get());
    }
    void reset() noexcept {
        for (Counter* counter : {&accept_count, &close_count, &request_count, &response_count, &dispatch_count,
                                 &total_recv_bytes, &total_send_bytes, &abort_count, &blocking_count, &access_log_lost,
                                 &tls_handshake_count, &tls_resumed_count, &tls_failed_count, &tls_refused_count,
                                 &concurrency, &connection_num, &coroutine_num, &start_time}) {
            counter->set(0);
        }
        for (Counter& floods : http2_floods) floods.set(0);
        coming.store(0, std::memory_order_relaxed);
        status.store(WorkerStatus::none, std::memory_order_relaxed);
    }
};

}  // namespace tern::serve
