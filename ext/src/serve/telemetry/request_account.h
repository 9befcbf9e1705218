// What one request has cost so far: how long its coroutines ran, what the one that handles it waited for, how often
// they were switched to and how much of the heap they took. Whoever switches coroutines keeps it, with the clock that
// was read for the switch; times are nanoseconds of that clock. It counts for the coroutines that the request started,
// too, which may outlive it: so it is shared by reference count.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/bytes.h"
#include "base/list.h"

namespace tern::serve {

class Exchange;

enum class WaitKind : uint8_t { socket, sleep, file, dns, lock, client, queue, task, other };
inline constexpr std::array<Bytes, 9> kWaitNames = {"socket", "sleep", "file", "dns",  "lock",
                                                    "client", "queue", "task", "other"};

// Of the process, when it was looked at: bytes in use, and the most there ever were.
struct HeapLevel {
    int64_t bytes = 0;
    int64_t peak = 0;
};

class RequestAccount : public ListHook {
public:
    // Its head was complete at `since_ns`.
    RequestAccount(Exchange& exchange, int64_t since_ns) noexcept : exchange_(&exchange), since_ns_(since_ns) {}

    // One is made for each request: some are kept for the next ones. Not for other threads.
    static void* operator new(size_t size);
    static void operator delete(void* account) noexcept;

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    // Null: its answer is over.
    Exchange* exchange() const noexcept { return exchange_; }
    // Its answer is over and nobody but the caller has it: no figure of it will be read.
    bool unread() const noexcept { return references_ == 1 && exchange_ == nullptr; }
    int64_t since_ns() const noexcept { return since_ns_; }
    // For a thread that looks from outside: see php/bridge/peek.
    Exchange* const* exchange_address() const noexcept { return &exchange_; }
    const int64_t* since_address() const noexcept { return &since_ns_; }
    int64_t age_ms(int64_t now_ns) const noexcept { return (now_ns - since_ns_) / 1'000'000; }
    int64_t cpu_ns() const noexcept { return cpu_ns_; }
    int64_t waited_ns(WaitKind kind) const noexcept { return waited_ns_[static_cast<size_t>(kind)]; }
    uint64_t switches() const noexcept { return switches_; }
    // The most that its coroutines held, at least: between switches only what raised the peak of the process is seen.
    int64_t memory_bytes() const noexcept { return memory_bytes_; }

    // One of its coroutines runs: by a switch to it, or again after another one that it has run. And it runs no more.
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

    // The coroutine that handles it waits. What others of its coroutines run meanwhile is no waiting.
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
    // Waits that go on count up to now.
    void settle(int64_t now_ns) noexcept {
        if (waiting_since_ns_ == 0) return;
        go_on(now_ns);
        wait(kind_, now_ns);
    }
    void add_wait(WaitKind kind, int64_t ns) noexcept {
        if (ns > 0) waited_ns_[static_cast<size_t>(kind)] += ns;
    }

    // The answer is over.
    void close() noexcept {
        exchange_ = nullptr;
        unlink();
    }

    int64_t coroutine_id = 0;    // that handles it; 0: none does
    int64_t slow_at_us = 0;      // when it becomes slow; 0: never
    bool slow = false;           // somebody has noticed
    bool server_timing = false;  // its answer is to tell

private:
    ~RequestAccount() = default;

    Exchange* exchange_;
    int64_t since_ns_;
    int64_t cpu_ns_ = 0;
    int64_t running_since_ns_ = 0;
    int64_t waiting_since_ns_ = 0;  // 0: does not wait
    int64_t cpu_before_wait_ns_ = 0;
    int64_t held_bytes_ = 0;
    int64_t memory_bytes_ = 0;
    uint64_t switches_ = 0;
    std::array<int64_t, kWaitNames.size()> waited_ns_{};
    HeapLevel heap_;
    uint32_t references_ = 1;
    WaitKind kind_ = WaitKind::other;
};

}  // namespace tern::serve
