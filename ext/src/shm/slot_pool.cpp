#include "shm/slot_pool.h"

#include <atomic>
#include <cstring>
#include <pthread.h>

#include "shm/mapping.h"
#include "shm/process_name.h"

namespace tern::shm {

namespace {

std::atomic<uint32_t> fork_count{1};

void count_fork() noexcept { fork_count.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

uint32_t count_of_forks() noexcept {
    static const bool counted = pthread_atfork(nullptr, count_fork, count_fork) == 0;
    (void)counted;
    return fork_count.load(std::memory_order_relaxed);
}

bool SlotPool::map_chunk() noexcept {
    void* chunk = map_shared(kChunkBytes);
    if (chunk == nullptr) return false;
    for (size_t at = kChunkBytes; at > 0; at -= kSlotBytes) {
        free_.push_back(static_cast<char*>(chunk) + at - kSlotBytes);
    }
    return true;
}

SlotPool::Slot SlotPool::take() noexcept {
    const uint64_t self = this_process_name();
    if (process_ != self) free_.clear();
    process_ = self;
    if (free_.empty() && !map_chunk()) return {};
    void* memory = free_.back();
    free_.pop_back();
    return {memory, count_of_forks()};
}

void SlotPool::give_back(const Slot& slot) noexcept {
    if (slot.memory == nullptr || slot.forks != count_of_forks()) return;
    std::memset(slot.memory, 0, kSlotBytes);
    free_.push_back(slot.memory);
}

}  // namespace tern::shm
