// Says where a worker's loop is stuck, for other processes. Its watchdog thread writes it, or the watched thread
// itself; if both write at the same time, the texts mix.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "base/bytes.h"
#include "shm/counter.h"

namespace tern::shm {

class StallNote {
public:
    static constexpr size_t kBytes = 1536;
    using Text = std::array<char, kBytes>;

    // Text that does not fit is left out.
    void write(Bytes text) noexcept {
        const size_t size = std::min(text.size(), kBytes);
        const uint64_t odd = version_.get() | 1;
        version_.set(odd);
        std::atomic_thread_fence(std::memory_order_release);
        for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
            uint64_t word = 0;
            std::memcpy(&word, text.data() + at, std::min(sizeof word, size - at));
            words_[at / sizeof word].set(word);
        }
        size_.set(size);
        std::atomic_thread_fence(std::memory_order_release);
        version_.set(odd + 1);
    }
    // Call it when the loop turns again.
    void clear() noexcept { size_.set(0); }
    // Returns the size; 0: the loop is not stuck, or the text is being written.
    size_t read(Text& into) const noexcept {
        const uint64_t before = version_.get();
        std::atomic_thread_fence(std::memory_order_acquire);
        const size_t size = std::min<size_t>(size_.get(), kBytes);
        for (size_t i = 0; i < kWords; ++i) {
            const uint64_t word = words_[i].get();
            std::memcpy(into.data() + i * sizeof word, &word, sizeof word);
        }
        std::atomic_thread_fence(std::memory_order_acquire);
        if (before % 2 != 0 || version_.get() != before) return 0;
        return size;
    }
    void reset() noexcept {
        size_.set(0);
        version_.set(0);
    }

private:
    static constexpr size_t kWords = kBytes / sizeof(uint64_t);

    Counter version_;  // odd during a write
    Counter size_;
    std::array<Counter, kWords> words_;
};

}  // namespace tern::shm
