#include "php/isolation/limits.h"

#include "php/engine/memory.h"
#include "php/isolation/state/processor_clock.h"

namespace tern::php {

namespace {

// What the heap takes at once from the system.
constexpr int64_t kChunk = 2 * 1024 * 1024;
constexpr int64_t kMsPerSecond = 1000;

}  // namespace

// The limit of the heap that is in place while the context has this memory.
size_t Limits::heap_limit(int64_t memory) const noexcept {
    if (memory_limit_ <= 0) return kNoHeapLimit;
    if (of_heap_) return static_cast<size_t>(memory_limit_ + beyond_);
    const int64_t left = std::max<int64_t>(memory_limit_ - memory, 0);
    const int64_t chunks = left / kChunk + (left % kChunk != 0 ? 1 : 0);
    return zend_memory_usage(true) + static_cast<size_t>(chunks * kChunk);
}

void Limits::begin(bool of_heap) noexcept {
    on_ = true;
    of_heap_ = of_heap;
    memory_limit_ = PG(memory_limit);
    seconds_ = EG(timeout_seconds);
    limit_heap(kNoHeapLimit);  // of code outside: what the contexts have is more than one may have
    clock_.start();
}

void Limits::enter(int64_t memory) noexcept {
    if (!on_) return;
    heap_peak_ = zend_memory_peak_usage(false);
    limit_heap(heap_limit(memory));
    clock_.begin();
    begin_time();
}

void Limits::leave(int64_t memory) noexcept {
    if (!on_) return;
    peak_ = peak(memory);
    limit_heap(kNoHeapLimit);
    used_ms_ = used_ms();
    clock_.end();
}

void Limits::begin_time() noexcept {
    since_ms_ = clock_.now_ms();
    const bool ends = seconds_ > 0 && EG(hard_timeout) > 0;
    clock_.end_by(ends ? since_ms_ - used_ms_ + (seconds_ + EG(hard_timeout)) * kMsPerSecond : ProcessorClock::kNever);
}

int64_t Limits::used_ms() const noexcept { return used_ms_ + clock_.now_ms() - since_ms_; }

bool Limits::limit_memory(zend_long bytes, int64_t memory) noexcept {
    const int64_t used = of_heap_ ? static_cast<int64_t>(zend_memory_usage(true)) : memory;
    if (bytes >= 0 && bytes < used) return false;
    memory_limit_ = bytes;
    beyond_ = 0;
    limit_heap_again(memory);
    return true;
}

void Limits::allow_end(int64_t memory) noexcept {
    const int64_t used = of_heap_ ? static_cast<int64_t>(zend_memory_usage(true)) : memory;
    beyond_ = std::max<int64_t>(used - memory_limit_, 0) + kChunk;
    limit_heap_again(memory);
}

void Limits::limit_heap_again(int64_t memory) noexcept { limit_heap(heap_limit(memory)); }

void Limits::limit_time(zend_long seconds) noexcept {
    constexpr zend_long kMost = INT64_MAX / kMsPerSecond / 4;
    seconds_ = std::clamp<zend_long>(seconds, 0, kMost);
    used_ms_ = 0;
    begin_time();
}

bool Limits::time_is_over() const noexcept { return on_ && seconds_ > 0 && used_ms() >= seconds_ * kMsPerSecond; }

int64_t Limits::peak(int64_t memory) const noexcept {
    const size_t highest = zend_memory_peak_usage(false);
    if (of_heap_) return static_cast<int64_t>(highest);
    const int64_t now = highest <= heap_peak_
                            ? memory
                            : memory + static_cast<int64_t>(highest) - static_cast<int64_t>(zend_memory_usage(false));
    return std::max(peak_, now);
}

void Limits::reset_peak(int64_t memory) noexcept {
    if (of_heap_) return zend_memory_reset_peak_usage();
    peak_ = memory;
    heap_peak_ = zend_memory_peak_usage(false);
}

}  // namespace tern::php
