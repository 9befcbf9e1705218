// Where the requests of a port enter and leave, of any HTTP version. Files are answered at once, other requests go to
// the handler as admission allows. When the response is complete or lost, it is counted and logged.
#pragma once

#include <cstdint>
#include <span>

#include "serve/context.h"
#include "serve/exchange.h"
#include "serve/port_options.h"
#include "shm/worker_counters.h"

namespace tern::serve {

class Connection;

// Limits how many requests are handled at a time. Beyond max_concurrency (of the whole server) a request is answered
// with 503. Beyond worker_max_concurrency (of this worker) it waits for its turn. Beyond kMostWaiting waiting requests
// it is answered with 503, too.
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
          limited_(limits.max_concurrency + limits.worker_max_concurrency > 0) {
        mine.request_limit.set(limits.worker_max_concurrency);
    }
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
    // The head is complete: fills in the client of the request, including what a trusted proxy reports.
    void set_client_info(Exchange& exchange, const ConnectionInfo& info, const net::Stream& stream) noexcept;
    // The request can be handled now.
    void dispatch(Exchange& exchange, Responder& responder) noexcept;
    // The response is complete or lost. Releases the connection's reference. True: a handler has seen the exchange, as
    // it was not waiting for admission.
    bool end(Exchange& exchange, ResponseState state, Connection& connection) noexcept;

    // Notes the head of the response for the log and the counters.
    void note_response(Exchange& exchange, const http::ResponseHead& head) noexcept {
        exchange.facts.status = head.status;
        if (options_.access_log != nullptr) note_response_fields(exchange, head);
    }
    // Empty: responses have no Server field.
    Bytes server_name() const noexcept { return options_.server_name; }
    // Logs a response that the client gets without a handler.
    // `path`: empty when it is not known.
    void log_rejection(const ConnectionInfo& client, int status, const char* reason, Bytes path = {}) noexcept;
    // Logs that a response is aborted because its client does not receive it.
    void log_stalled_client(const ConnectionInfo& client) noexcept;
    // No waiting request is handled from now on.
    void stop() noexcept { serve_waiting_.withdraw(); }

private:
    void serve_waiting() noexcept;
    void note_response_fields(Exchange& exchange, const http::ResponseHead& head) noexcept;
    void log_access(const Exchange& exchange, ResponseState state, Connection& connection) noexcept;
    void count_response(const Exchange& exchange) noexcept;

    Context& context_;
    const PortOptions& options_;
    RequestHandler& handler_;
    Admission& admission_;
    loop::Deferred serve_waiting_;
};

}  // namespace tern::serve
