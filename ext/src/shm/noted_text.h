// A text in shared memory, cut to a size. One process writes it, any may read it: a reader may see a mix of two texts,
// unless the owner counts versions.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "base/bytes.h"
#include "shm/counter.h"

namespace tern::shm {

template <size_t kBytes>
class NotedText {
public:
    static_assert(kBytes % sizeof(uint64_t) == 0);

    void set(Bytes text) noexcept {
        const size_t size = std::min(text.size(), kBytes - 1);
        size_t at = 0;
        for (; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
            words_[at / sizeof(uint64_t)].set(load<uint64_t>(text.data() + at));
        }
        if (at < size) {
            uint64_t word = 0;
            std::memcpy(&word, text.data() + at, size - at);
            words_[at / sizeof(uint64_t)].set(word);
        }
        size_.set(size);
    }
    // Returns the size.
    size_t get(std::array<char, kBytes>& into) const noexcept {
        const size_t size = std::min<size_t>(size_.get(), kBytes - 1);
        for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
            const uint64_t word = words_[at / sizeof(uint64_t)].get();
            std::memcpy(into.data() + at, &word, sizeof word);
        }
        return size;
    }

private:
    Counter size_;
    std::array<Counter, kBytes / sizeof(uint64_t)> words_;
};

}  // namespace tern::shm
