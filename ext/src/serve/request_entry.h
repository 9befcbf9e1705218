// The entry for the requests of a port: files are sent at once, other requests go to the handler as admission
// allows.
#pragma once

#include <cstdint>
#include <span>

#include "serve/context.h"
#include "serve/exchange.h"
#include "serve/port_options.h"
#include "shm/worker_counters.h"

namespace tern::serve {

// Limits how many requests are handled at a time. Beyond max_concurrency (of the whole server) a request gets a 503.
// Beyond worker_max_concurrency (of this worker) it waits for its turn. Beyond kMostWaiting waiting requests it gets a
// 503, too.
struct AdmissionLimits {
    uint64_t max_concurrency = 0;         // 0: no limit
    uint64_t worker_max_concurrency = 0;  // 0: no limit
};

class Admission {
public:
    static constexpr size_t kMostWaiting = 10'000;
    enum class Verdict : uint8_t { enter, wait, refuse };

    Admission(const AdmissionLimits& limits, shm::WorkerCounters& mine,
              std::span<const shm::WorkerCounters> all) noexcept
        : limits_(limits),
          mine_(mine),
          all_(all),
          limited_(limits.max_concurrency + limits.worker_max_concurrency > 0) {}
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;
    ~Admission();

    // The exchange is already counted in its worker's concurrency. With `wait`, its reference count was increased.
    Verdict ask(Exchange& exchange) noexcept { return limited_ ? decide(exchange) : Verdict::enter; }
    // The next waiting exchange that may be handled, with a reference; null: there is none.
    Exchange* next() noexcept;
    // Call it when the exchange will not be handled any more. True: it was waiting, and no handler has seen it.
    bool withdraw(Exchange& exchange) noexcept;
    bool has_waiters() const noexcept { return waiting_count_ > 0; }

private:
    Verdict decide(Exchange& exchange) noexcept;
    uint64_t handling() const noexcept { return mine_.concurrency.get() - waiting_count_; }
    void set_waiting(size_t count) noexcept {
        waiting_count_ = count;
        mine_.waiting_num.set(count);
    }

    AdmissionLimits limits_;
    shm::WorkerCounters& mine_;
    std::span<const shm::WorkerCounters> all_;
    bool limited_;
    List<Exchange> waiting_;
    size_t waiting_count_ = 0;
};

class RequestEntry {
public:
    // All outlive it.
    RequestEntry(Context& context, const PortOptions& options, RequestHandler& handler, Admission& admission) noexcept;
    RequestEntry(const RequestEntry&) = delete;
    RequestEntry& operator=(const RequestEntry&) = delete;

    RequestHandler& handler() const noexcept { return handler_; }
    void dispatch(Exchange& exchange) noexcept;
    // The response is complete or lost. True: a handler has seen it, as it was not waiting for admission.
    bool on_answered(Exchange& exchange) noexcept;
    // No waiting request is handled from now on.
    void stop() noexcept { serve_waiting_.withdraw(); }

private:
    void serve_waiting() noexcept;

    Context& context_;
    const PortOptions& options_;
    RequestHandler& handler_;
    Admission& admission_;
    loop::Deferred serve_waiting_;
};

}  // namespace tern::serve
