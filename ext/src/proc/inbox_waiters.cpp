#include "proc/inbox_waiters.h"

namespace tern::proc {

Error InboxWaiters::create(uint32_t inboxes, uint32_t waiters) noexcept {
    words_ = 1 + (waiters + kBits - 1) / kBits;
    return mapping_.create(size_t{inboxes} * words_ * sizeof(Word));
}

void InboxWaiters::add(uint32_t inbox, uint32_t waiter) noexcept {
    TERN_CHECK(waiter / kBits + 1 < words_);
    row(inbox)[1 + waiter / kBits].fetch_or(uint64_t{1} << waiter % kBits);
    row(inbox)[0].store(1);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

bool InboxWaiters::any(uint32_t inbox) const noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return row(inbox)[0].load(std::memory_order_relaxed) != 0;
}

}  // namespace tern::proc
