// What one request has used so far: the run time of its coroutines, the waits of the one that handles it, the number of
// switches to them, and their heap memory. CoroutineClock updates it at each switch; times are nanoseconds of its
// monotonic clock. It includes the coroutines that the request started. They may outlive the request, so the account
// has a reference count.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/fixed_text.h"
#include "base/list.h"

namespace tern::serve {

class Exchange;
class RequestQueries;

enum class WaitKind : uint8_t { socket, sleep, file, dns, lock, client, queue, task, other };
inline constexpr std::array<Bytes, 9> kWaitNames = {"socket", "sleep", "file", "dns",  "lock",
                                                    "client", "queue", "task", "other"};

// The heap of the process at one moment: the bytes in use, and their peak.
struct HeapLevel {
    int64_t bytes = 0;
    int64_t peak = 0;
};

class RequestAccount : public ListHook {
public:
    // The head of the request was complete at `since_ns`.
    RequestAccount(Exchange& exchange, int64_t since_ns) noexcept : exchange_(&exchange), since_ns_(since_ns) {}

    // Some freed accounts are kept for the next requests. Not for use by other threads.
    static void* operator new(size_t size);
    static void operator delete(void* account) noexcept;

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    // Null: the response is over.
    Exchange* exchange() const noexcept { return exchange_; }
    // True: the response is over and only the caller has a reference, so its figures will not be read any more.
    bool unread() const noexcept { return references_ == 1 && exchange_ == nullptr; }
    int64_t since_ns() const noexcept { return since_ns_; }
    // For another thread that reads them: see php/coroutine/report/blocking_report.
    Exchange* const* exchange_address() const noexcept { return &exchange_; }
    const int64_t* since_address() const noexcept { return &since_ns_; }
    int64_t age_ms(int64_t now_ns) const noexcept { return (now_ns - since_ns_) / 1'000'000; }
    int64_t cpu_ns() const noexcept { return cpu_ns_; }
    int64_t waited_ns(WaitKind kind) const noexcept { return waited_ns_[static_cast<size_t>(kind)]; }
    uint64_t switches() const noexcept { return switches_; }
    // A lower bound of the most memory that its coroutines had: between switches only a new peak of the process is
    // noticed.
    int64_t memory_bytes() const noexcept { return memory_bytes_; }

    // run() and pause(): one of its coroutines begins and stops to run, by a switch or because a nested coroutine
    // returns.
    void count_switch() noexcept { ++switches_; }
    void run(int64_t now_ns, const HeapLevel& heap) noexcept {
        running_since_ns_ = now_ns;
        heap_ = heap;
    }
    void pause(int64_t now_ns, const HeapLevel& heap) noexcept {
        cpu_ns_ += now_ns - running_since_ns_;
        const int64_t highest = heap.peak > heap_.peak ? heap.peak : heap.bytes;
        memory_bytes_ = std::max(memory_bytes_, held_bytes_ + highest - heap_.bytes);
        held_bytes_ += heap.bytes - heap_.bytes;
    }

    // The coroutine that handles the request waits. Time in which its other coroutines run does not count as waiting.
    void wait(WaitKind kind, int64_t now_ns) noexcept {
        kind_ = kind;
        waiting_since_ns_ = now_ns;
        cpu_before_wait_ns_ = cpu_ns_;
    }
    void go_on(int64_t now_ns) noexcept {
        if (waiting_since_ns_ == 0) return;
        const int64_t ran_ns = cpu_ns_ - cpu_before_wait_ns_;
        add_wait(kind_, now_ns - std::exchange(waiting_since_ns_, 0) - ran_ns);
    }
    // Counts a current wait up to now.
    void settle(int64_t now_ns) noexcept {
        if (waiting_since_ns_ == 0) return;
        go_on(now_ns);
        wait(kind_, now_ns);
    }
    void add_wait(WaitKind kind, int64_t ns) noexcept {
        if (ns > 0) waited_ns_[static_cast<size_t>(kind)] += ns;
    }

    // The response is over.
    void close() noexcept {
        exchange_ = nullptr;
        unlink();
    }

    int64_t coroutine_id = 0;           // the coroutine that handles the request; 0: none
    int64_t slow_at_us = 0;             // the time when it becomes slow; 0: never
    bool slow = false;                  // it was reported as slow
    bool server_timing = false;         // its response gets a Server-Timing field
    RequestQueries* queries = nullptr;  // what it has asked databases; null: nothing, or that is not observed. Owned

private:
    ~RequestAccount() {
        if (queries != nullptr) [[unlikely]]
            delete_queries();
    }
    void delete_queries() noexcept;

    Exchange* exchange_;
    int64_t since_ns_;
    int64_t cpu_ns_ = 0;
    int64_t running_since_ns_ = 0;
    int64_t waiting_since_ns_ = 0;  // 0: it does not wait
    int64_t cpu_before_wait_ns_ = 0;
    int64_t held_bytes_ = 0;
    int64_t memory_bytes_ = 0;
    uint64_t switches_ = 0;
    std::array<int64_t, kWaitNames.size()> waited_ns_{};
    HeapLevel heap_;
    uint32_t references_ = 1;
    WaitKind kind_ = WaitKind::other;
};

// The account of a request as text: for the access log, and for a field of its response.

// Whether %{name}w is a directive of the access log: "cpu", "switches", "memory", or a kind of waiting.
bool is_account_figure(Bytes lower_name) noexcept;
// Times are in microseconds, as for %D; memory is in bytes.
void append_account_figure(Buffer& out, Bytes lower_name, const RequestAccount& account) noexcept;
// Members of a JSON object, each after a comma: cpu and waits in seconds, switches, memory in bytes.
void append_json_account(Buffer& out, const RequestAccount& account) noexcept;

inline constexpr size_t kMostServerTiming = 512;
using ServerTimingText = FixedText<kMostServerTiming>;
// The value of a Server-Timing field (W3C Server Timing): cpu, the waits, and total, in milliseconds.
void write_server_timing(ServerTimingText& text, const RequestAccount& account, int64_t now_ns) noexcept;

// Writes "cpu 12 ms, socket 1500 ms, 3 switches, 4096 bytes of memory".
using AccountSummary = FixedText<kMostServerTiming>;
void write_summary(AccountSummary& text, const RequestAccount& account) noexcept;

}  // namespace tern::serve
