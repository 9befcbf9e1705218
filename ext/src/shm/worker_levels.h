// Levels that a worker publishes from time to time, besides its counters.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/bytes.h"
#include "shm/counter.h"

namespace tern::shm {

// The maximum within the last kWindowMs, or up to twice that.
class RecentPeak {
public:
    static constexpr int64_t kWindowMs = 30'000;

    void see(uint64_t value, int64_t now_ms) noexcept {
        if (now_ms - since() >= kWindowMs) turn_over(now_ms);
        if (value > now_.get()) now_.set(value);
    }
    // For any process: monotonic time is the same in all of them. Values that are too old are ignored.
    uint64_t get(int64_t now_ms) const noexcept {
        const int64_t age_ms = now_ms - since();
        if (age_ms >= 2 * kWindowMs) return 0;
        return age_ms >= kWindowMs ? now_.get() : std::max(now_.get(), before_.get());
    }
    void reset() noexcept {
        now_.set(0);
        before_.set(0);
        since_ms_.set(0);
    }

private:
    int64_t since() const noexcept { return static_cast<int64_t>(since_ms_.get()); }
    void turn_over(int64_t now_ms) noexcept {
        before_.set(now_ms - since() < 2 * kWindowMs ? now_.get() : 0);
        now_.set(0);
        since_ms_.set(static_cast<uint64_t>(now_ms));
    }

    Counter now_;
    Counter before_;
    Counter since_ms_;
};

struct PoolLevels {
    static constexpr size_t kNameBytes = 40;
    std::array<char, kNameBytes> name{};  // a shorter name ends with a 0
    uint64_t size = 0;                    // the number of connections
    uint64_t idle = 0;
    uint64_t in_use = 0;
    uint64_t waiting = 0;  // coroutines that wait for one

    void set_name(Bytes text) noexcept { std::memcpy(name.data(), text.data(), std::min(text.size(), kNameBytes)); }
    Bytes name_text() const noexcept { return Bytes(name.data(), strnlen(name.data(), kNameBytes)); }
};

// The connection pools of a worker. They are read and written as a whole.
class PoolBoard {
public:
    static constexpr size_t kMost = 16;
    using Pools = std::array<PoolLevels, kMost>;

    void write(const Pools& pools, size_t count) noexcept {
        version_.increment();
        std::atomic_thread_fence(std::memory_order_release);
        for (size_t i = 0; i < count; ++i) store(i, pools[i]);
        count_.set(count);
        std::atomic_thread_fence(std::memory_order_release);
        version_.increment();
    }
    // Returns the number of pools; 0 if the writer died during a write.
    size_t read(Pools& into) const noexcept {
        for (int n = 0; n < kTries; ++n) {
            const uint64_t before = version_.get();
            std::atomic_thread_fence(std::memory_order_acquire);
            const size_t count = std::min<size_t>(count_.get(), kMost);
            for (size_t i = 0; i < count; ++i) load(i, into[i]);
            std::atomic_thread_fence(std::memory_order_acquire);
            if (before % 2 == 0 && version_.get() == before) return count;
        }
        return 0;
    }
    void reset() noexcept {
        count_.set(0);
        version_.set(0);
    }

private:
    static constexpr int kTries = 64;
    static constexpr size_t kWords = sizeof(PoolLevels) / sizeof(uint64_t);
    using Words = std::array<uint64_t, kWords>;
    static_assert(sizeof(Words) == sizeof(PoolLevels));

    void store(size_t index, const PoolLevels& levels) noexcept {
        const auto words = std::bit_cast<Words>(levels);
        for (size_t i = 0; i < kWords; ++i) words_[index][i].set(words[i]);
    }
    void load(size_t index, PoolLevels& levels) const noexcept {
        Words words;
        for (size_t i = 0; i < kWords; ++i) words[i] = words_[index][i].get();
        levels = std::bit_cast<PoolLevels>(words);
    }

    Counter version_;  // odd during a write
    Counter count_;
    std::array<std::array<Counter, kWords>, kMost> words_;
};

}  // namespace tern::shm
