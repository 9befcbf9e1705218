// Counts the memory that a worker uses for input that is not complete: bodies, messages and packets that still arrive,
// and what decodes them. Above a limit it drops the oldest of them, so that a client cannot keep the memory by sending
// nothing more. Some time after much was in use, free memory goes back to the system. A worker has one, in its Context.
#pragma once

#include "base/list.h"
#include "base/log.h"
#include "loop/loop.h"
#include "shm/worker_counters.h"

namespace tern::serve {

// Input with its own count, until it is complete.
class UnfinishedInput : public ListHook {
public:
    uint64_t input_bytes() const noexcept { return bytes_; }

protected:
    ~UnfinishedInput() = default;
    // Frees its memory, and counts no bytes then. Its client is notified when it sends more. Runs no code of the
    // program.
    virtual void drop_input() noexcept = 0;

private:
    friend class InputBudget;
    uint64_t bytes_ = 0;
};

class InputBudget {
public:
    InputBudget(loop::Loop& loop, Log& log, shm::Counter& dropped) noexcept;
    // 0: no limit.
    void set_limit(uint64_t bytes) noexcept { limit_ = bytes; }
    uint64_t bytes() const noexcept { return bytes_; }

    // The input uses `bytes` now. False: it was the oldest, and was dropped. The last one stays, however large it
    // is: it has limits of its own.
    bool set(UnfinishedInput& input, uint64_t bytes) noexcept;
    // It is complete, or has ended.
    void release(UnfinishedInput& input) noexcept {
        if (input.bytes_ > 0) count(input, 0);
    }

    static constexpr uint64_t kDefaultLimit = 128 << 20;
    static constexpr uint64_t kMuch = 16 << 20;  // what must have been in use for memory to go back
    static constexpr int64_t kReturnAfterMs = 1'000;
    static constexpr int64_t kLogEveryMs = 5'000;

private:
    void count(UnfinishedInput& input, uint64_t bytes) noexcept;
    void drop_oldest() noexcept;
    void return_memory() noexcept;

    loop::Loop& loop_;
    Log& log_;
    loop::Timer return_;
    List<UnfinishedInput> oldest_first_;
    uint64_t limit_ = kDefaultLimit;
    uint64_t bytes_ = 0;
    uint64_t most_ = 0;  // since memory went back
    shm::Counter& dropped_;
    int64_t log_at_ms_ = 0;
};

}  // namespace tern::serve
