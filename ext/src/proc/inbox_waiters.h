// Which processes wait for room in a full inbox: shared memory has a mark for each pair of an inbox and a process. A
// sender sets its mark, tries once more, and then waits. The reader makes room first, then takes the marks and wakes
// these senders. So a sender that still finds the inbox full after it set the mark is woken.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "shm/mapping.h"

namespace tern::proc {

class InboxWaiters {
public:
    // Before the first fork.
    Error create(uint32_t inboxes, uint32_t waiters) noexcept;

    // For a sender: call it before the last try.
    void add(uint32_t inbox, uint32_t waiter) noexcept;
    // For the reader: call it after it has made room.
    bool any(uint32_t inbox) const noexcept;
    // Calls `wake(waiter)` for each waiter and clears the marks.
    template <class Wake>
    void take(uint32_t inbox, Wake wake) noexcept {
        row(inbox)[0].store(0);
        for (uint32_t word = 1; word < words_; ++word) {
            uint64_t bits = row(inbox)[word].exchange(0);
            for (; bits != 0; bits &= bits - 1) {
                wake((word - 1) * kBits + static_cast<uint32_t>(std::countr_zero(bits)));
            }
        }
    }

private:
    static constexpr uint32_t kBits = 64;
    using Word = std::atomic<uint64_t>;

    // The first word says whether there may be marks in the others.
    Word* row(uint32_t inbox) const noexcept {
        return reinterpret_cast<Word*>(mapping_.data()) + size_t{inbox} * words_;
    }

    shm::Mapping mapping_;
    uint32_t words_ = 0;  // in a row
};

}  // namespace tern::proc
