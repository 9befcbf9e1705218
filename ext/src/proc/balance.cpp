#include "proc/balance.h"

#include <algorithm>

namespace tern::proc {

namespace {

constexpr uint32_t kMostLooks = 64;

uint64_t load_of(const shm::WorkerCounters& worker) noexcept {
    return worker.connection_num.get() + worker.coming.load(std::memory_order_relaxed);
}

bool serves(const SharedState& state, const shm::WorkerCounters& worker) noexcept {
    if (state.roster().role_of(worker.worker_id.load(std::memory_order_relaxed)) != WorkerRole::event) return false;
    shm::WorkerStatus status = worker.status.load(std::memory_order_relaxed);
    bool accepts = status == shm::WorkerStatus::idle || status == shm::WorkerStatus::busy;
    return accepts && worker.generation.load(std::memory_order_relaxed) != 0;
}

}  // namespace

int better_slot(const SharedState& state, uint32_t mine) noexcept {
    uint64_t own = load_of(state.slot(mine)) + 1;
    uint64_t least = own;
    int best = -1;
    uint32_t looks = std::min(state.slot_count(), kMostLooks);
    for (uint32_t i = 1; i < looks; ++i) {
        uint32_t slot = (mine + i) % state.slot_count();
        if (!serves(state, state.slot(slot)) || load_of(state.slot(slot)) >= least) continue;
        least = load_of(state.slot(slot));
        best = static_cast<int>(slot);
    }
    // A difference of one eighth is even enough: to pass a connection on costs two system calls.
    return own > least + 1 + least / 8 ? best : -1;
}

}  // namespace tern::proc
