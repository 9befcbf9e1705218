// A child of a php-fpm pool, as its status page shows it: a place for one request at a time. The worker that it belongs
// to writes what its request is; `stage` says who may do what.
#pragma once

#include <atomic>
#include <bit>

#include "shm/noted_text.h"

namespace tern::shm {

// From `idle` on as those of Tern\Internal\Fpm\Stage. `creating`: a process is about to add it.
enum class ChildStage : int32_t {
    creating = -1,
    absent,
    idle,
    reading_headers,
    getting_information,
    running,
    ending,
    finishing
};

// What a request of a child is. `accepted_ns` is of the monotonic clock.
struct ChildRequest {
    Bytes method;
    Bytes uri;
    Bytes query;
    Bytes script;
    Bytes user;
    int64_t length = 0;
    int64_t coroutine = -1;
    int64_t accepted_ns = 0;
};

// What it has used. `cpu` is percent of one processor.
struct ChildFigures {
    int64_t duration_us = 0;
    int64_t memory = 0;
    double cpu = 0;
};

// A child at one moment. As long as php-fpm's texts.
struct ChildSnapshot {
    ChildStage stage = ChildStage::absent;
    int32_t pid = 0;
    int64_t started_s = 0;
    int64_t used_s = 0;
    uint64_t requests = 0;
    ChildRequest request;  // its texts are below
    ChildFigures figures;

    std::array<char, 16> method;
    std::array<char, 128> uri;
    std::array<char, 512> query;
    std::array<char, 256> script;
    std::array<char, 32> user;
};

class alignas(64) PoolChild {
public:
    ChildStage stage() const noexcept { return stage_.load(std::memory_order_acquire); }
    bool exists() const noexcept { return stage() > ChildStage::absent; }
    bool is_active() const noexcept { return stage() > ChildStage::idle; }

    // It waits for its first request now, whatever it did before.
    void start(int32_t pid, int64_t now_s) noexcept;
    // False: there is such a child, or it is being added.
    bool add(int32_t pid, int64_t now_s) noexcept;
    // False: it is not idle.
    bool remove() noexcept;

    // For its worker. False: it is not idle.
    bool begin(const ChildRequest& request) noexcept;
    void note_stage(ChildStage stage) noexcept { stage_.store(stage, std::memory_order_release); }
    void end(const ChildFigures& figures, int64_t now_s) noexcept;

    void read(ChildSnapshot& into) const noexcept;

private:
    // The version is odd meanwhile.
    template <class Write>
    void change(Write write) noexcept {
        const uint64_t odd = version_.get() | 1;
        version_.set(odd);
        std::atomic_thread_fence(std::memory_order_release);
        write();
        std::atomic_thread_fence(std::memory_order_release);
        version_.set(odd + 1);
    }
    void copy(ChildSnapshot& into) const noexcept;
    void fill(int32_t pid, int64_t now_s) noexcept;

    std::atomic<ChildStage> stage_{ChildStage::absent};
    std::atomic<int32_t> pid_{0};
    Counter version_;
    Counter started_s_;
    Counter used_s_;
    Counter requests_;
    Counter length_;
    Counter coroutine_;
    Counter accepted_ns_;
    Counter duration_us_;
    Counter memory_;
    Counter cpu_;  // its bits
    NotedText<16> method_;
    NotedText<128> uri_;
    NotedText<512> query_;
    NotedText<256> script_;
    NotedText<32> user_;
};

}  // namespace tern::shm
