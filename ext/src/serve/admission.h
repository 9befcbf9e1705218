// How many requests may be handled at a time: beyond max_concurrency (the whole server) a request is answered 503,
// beyond worker_max_concurrency (this worker) it waits its turn, and beyond kMostWaiting waiters it is answered 503,
// too.
#pragma once

#include <cstdint>
#include <span>

#include "serve/exchange.h"
#include "shm/worker_counters.h"

namespace tern::serve {

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

    // The exchange is counted in its worker's concurrency already. `wait` has retained it.
    Verdict ask(Exchange& exchange) noexcept { return limited_ ? decide(exchange) : Verdict::enter; }
    // The next one whose turn it is, with a reference; null when there is none.
    Exchange* next() noexcept;
    // It will not be handled any more. True when it was waiting: no handler has seen it.
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

}  // namespace tern::serve
