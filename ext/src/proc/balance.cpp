#include "proc/balance.h"

#include <algorithm>
#include <utility>

namespace tern::proc {

namespace {

constexpr auto kNoOrder = std::memory_order_relaxed;

uint64_t connections_of(const shm::WorkerCounters& worker) noexcept {
    return worker.connection_num.get() + worker.coming.load(kNoOrder);
}

uint64_t requests_of(const shm::WorkerCounters& worker) noexcept {
    return worker.concurrency.get() + worker.coming.load(kNoOrder);
}

// What it has in progress keeps its processor busy, however few connections it has. One request more is chance.
bool is_busier(const shm::WorkerCounters& worker, const shm::WorkerCounters& than) noexcept {
    return worker.concurrency.get() > than.concurrency.get() + 1;
}

// True: it accepts connections, and the program runs there.
bool serves(const SharedState& state, const shm::WorkerCounters& worker) noexcept {
    if (state.roster().role_of(worker.worker_id.load(kNoOrder)) != WorkerRole::event) return false;
    const shm::WorkerStatus status = worker.status.load(kNoOrder);
    const bool accepts = status == shm::WorkerStatus::idle || status == shm::WorkerStatus::busy;
    return accepts && !worker.stands_in.load(kNoOrder) && worker.generation.load(kNoOrder) != 0;
}

// Most slots of a server have no process: those of tasks that it may start later.
uint32_t looks(const SharedState& state) noexcept { return std::min(state.used_slots(), Rebalancer::kMostWorkers); }

uint32_t neighbour(const SharedState& state, uint32_t mine, uint32_t distance) noexcept {
    return (mine + distance) % state.used_slots();
}

}  // namespace

int better_slot(const SharedState& state, uint32_t mine) noexcept {
    uint64_t own = connections_of(state.slot(mine)) + 1;
    uint64_t least = own;
    int best = -1;
    for (uint32_t i = 1; i < looks(state); ++i) {
        uint32_t slot = neighbour(state, mine, i);
        if (!serves(state, state.slot(slot)) || connections_of(state.slot(slot)) >= least) continue;
        if (is_busier(state.slot(slot), state.slot(mine))) continue;
        least = connections_of(state.slot(slot));
        best = static_cast<int>(slot);
    }
    // A difference of one eighth is even enough: to pass a connection on costs two system calls.
    return own > least + 1 + least / 8 ? best : -1;
}

// --- Between two requests

namespace {

bool are_clearly_fewer(uint64_t requests, uint64_t than) noexcept { return than >= requests + requests / 4 + 2; }

}  // namespace

bool has_room(const WorkerLoad& other, const WorkerLoad& own) noexcept {
    constexpr uint64_t kMuch = 600;
    constexpr uint64_t kClearly = 200;
    const bool has_fewer = are_clearly_fewer(other.requests, own.requests);
    const bool has_more = other.requests > own.requests + 1;
    const bool is_idler = own.busy >= kMuch && other.busy <= own.busy / 2 && !other.silent;
    const bool works_more = other.busy > own.busy + kClearly;
    return (has_fewer && !works_more) || (is_idler && !has_more);
}

WorkerLoad Rebalancer::measure(uint32_t slot, Seen& seen, uint64_t passed_us) const noexcept {
    const shm::WorkerCounters& worker = state_.slot(slot);
    const Seen now{worker.generation.load(kNoOrder), worker.loop_busy_us.get(), worker.loop_turn_count.get()};
    const Seen before = std::exchange(seen, now);
    // Of a process that was not here at the last comparison, all its time is compared, so it does not seem idle.
    const bool is_same = before.generation == now.generation;
    const uint64_t busy_us = is_same ? now.busy_us - before.busy_us : now.busy_us;
    const bool silent = is_same && now.turns == before.turns && worker.concurrency.get() > 0;
    return {requests_of(worker), std::min<uint64_t>(busy_us * 1000 / passed_us, 1000), silent};
}

Rebalancer::Others Rebalancer::look_at_others(const WorkerLoad& own, uint64_t passed_us) noexcept {
    Others others;
    for (uint32_t i = 1; i < looks(state_); ++i) {
        const uint32_t slot = neighbour(state_, mine_, i);
        if (!serves(state_, state_.slot(slot))) continue;
        const WorkerLoad one = measure(slot, seen_[i], passed_us);
        others.requests += one.requests;
        ++others.count;
        const WorkerLoad& least = others.least;
        const bool is_less = std::pair(one.requests, one.busy) < std::pair(least.requests, least.busy);
        if (!has_room(one, own) || (others.slot >= 0 && !is_less)) continue;
        others.least = one;
        others.slot = static_cast<int>(slot);
    }
    return others;
}

void Rebalancer::compare(int64_t now_us) noexcept {
    const int64_t passed_us = now_us - std::exchange(compared_us_, now_us);
    due_us_ = now_us + kCompareEveryUs;
    const auto interval_us = static_cast<uint64_t>(std::max<int64_t>(passed_us, 1));
    const WorkerLoad own = measure(mine_, seen_[0], interval_us);
    const Others others = look_at_others(own, interval_us);
    receiver_ = others.slot;
    if (receiver_ < 0) {
        sightings_ = 0;
        moves_ = step_ = 0;
    } else if (++sightings_ >= kSightings) {
        permit(own, others);
    }
}

// By requests, this worker keeps the mean. The next permission needs sightings again, as the requests of moved
// connections must be seen there first. By time, the number is unknown: one, then twice as many each time. So each step
// is about as large as all before it, the effect is measured between two steps, and the other worker never has more
// than twice as much.
void Rebalancer::permit(const WorkerLoad& own, const Others& others) noexcept {
    const uint64_t mean = (own.requests + others.requests) / (others.count + 1);
    if (are_clearly_fewer(others.least.requests, own.requests)) {
        sightings_ = 0;
        moves_ = static_cast<uint32_t>(std::min<uint64_t>(own.requests - std::min(mean, own.requests), kMostMoves));
    } else if (moves_ == 0) {
        step_ = std::clamp(step_ * 2, 1u, kMostMoves);
        moves_ = step_;
    }
    first_session_ = 0;
}

int Rebalancer::slot_for(int64_t session_id) noexcept {
    if (moves_ > 0 && receiver_ >= 0) {
        if (first_session_ == 0) first_session_ = session_id;
        if (first_session_ != session_id && serves(state_, state_.slot(static_cast<uint32_t>(receiver_))))
            return receiver_;
    }
    return state_.slot(mine_).is_full() ? slot_with_shorter_wait() : -1;
}

// A place there ends the wait. Where the others are full, too, the request would wait behind fewer.
int Rebalancer::slot_with_shorter_wait() const noexcept {
    const uint64_t own = state_.slot(mine_).concurrency.get();
    uint64_t least = own;
    int best = -1;
    for (uint32_t i = 1; i < looks(state_); ++i) {
        const uint32_t slot = neighbour(state_, mine_, i);
        const shm::WorkerCounters& worker = state_.slot(slot);
        const uint64_t requests = requests_of(worker);
        if (!serves(state_, worker) || requests >= least) continue;
        if (worker.is_full() && !are_clearly_fewer(requests, own)) continue;
        least = requests;
        best = static_cast<int>(slot);
    }
    return best;
}

}  // namespace tern::proc
