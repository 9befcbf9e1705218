// How much memory and time the code of one context may use: memory_limit and max_execution_time as in a process of PHP.
// A switch lends the context what it has left of both. It costs no call of the system.
#pragma once

#include <algorithm>
#include <cstdint>

#include "php/engine/compat/engine.h"

namespace tern::php {

class ProcessorClock;

class Limits {
public:
    explicit Limits(ProcessorClock& clock) noexcept : clock_(clock) {}

    // With the values of the process. `of_heap`: the context has a heap of its own, and the engine counts exactly.
    void begin(bool of_heap) noexcept;
    // From now on the heap has memory of others, too. Call it between leave() and enter().
    void share_heap() noexcept { of_heap_ = false; }
    // Call these in the context: last when it was entered, and first before it is left. `memory` is what it has.
    void enter(int64_t memory) noexcept;
    void leave(int64_t memory) noexcept;

    // Bytes; -1: there is no limit.
    zend_long memory() const noexcept { return memory_limit_; }
    zend_long seconds() const noexcept { return seconds_; }
    // Call these while the context runs. False: it uses more already.
    bool limit_memory(zend_long bytes, int64_t memory) noexcept;
    // From now on; 0: without a limit.
    void limit_time(zend_long seconds) noexcept;
    bool time_is_over() const noexcept;
    bool exceeds_memory(int64_t memory) const noexcept {
        return on_ && memory_limit_ > 0 && memory > memory_limit_ + beyond_;
    }
    // The code has ended because of it: what runs at the end, as shutdown functions, may have a little more.
    void allow_end(int64_t memory) noexcept;
    // The heap's limit is another one after the engine has reported a fatal error.
    void limit_heap_again(int64_t memory) noexcept;
    // The most memory that it had; without a heap of its own a lower bound: between switches only a new peak of the
    // process is seen.
    int64_t peak(int64_t memory) const noexcept;
    void reset_peak(int64_t memory) noexcept;
    // As of when the context was left last.
    int64_t last_peak() const noexcept { return peak_; }
    int64_t last_used_ms() const noexcept { return used_ms_; }

private:
    int64_t used_ms() const noexcept;
    void begin_time() noexcept;

    size_t heap_limit(int64_t memory) const noexcept;

    ProcessorClock& clock_;
    bool on_ = false;
    bool of_heap_ = false;
    zend_long memory_limit_ = -1;
    zend_long seconds_ = 0;
    int64_t beyond_ = 0;  // bytes
    int64_t used_ms_ = 0;
    int64_t since_ms_ = 0;  // as of the processor clock
    int64_t peak_ = 0;
    size_t heap_peak_ = 0;  // when it was entered
};

}  // namespace tern::php
