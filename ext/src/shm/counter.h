// A number in shared memory with one writer and any number of readers.
#pragma once

#include <atomic>
#include <cstdint>

namespace tern::shm {

// With one writer, a plain load and store is enough: no locked instruction on the request path.
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

}  // namespace tern::shm
