#include "proc/task_ledger.h"

namespace tern::proc {

// There is one for each task worker; all processes write to it.
struct alignas(64) TaskLedger::Load {
    std::atomic<int32_t> outstanding;
};

struct TaskLedger::Place {
    TaskEntry entry;
    std::atomic<uint32_t> used;
};

Error TaskLedger::create(uint32_t slots, uint32_t tasks) noexcept {
    if (tasks == 0) return Error::ok;
    const size_t places = size_t{slots} * kMostRunning;
    const Error error = mapping_.create(tasks * sizeof(Load) + places * sizeof(Place));
    if (error != Error::ok) return error;
    slots_ = slots;
    tasks_ = tasks;
    return Error::ok;
}

std::atomic<int32_t>& TaskLedger::outstanding(uint32_t index) noexcept {
    TERN_CHECK(index < tasks_);
    return reinterpret_cast<Load*>(mapping_.data())[index].outstanding;
}

int64_t TaskLedger::all_outstanding() const noexcept {
    int64_t sum = 0;
    const auto* loads = reinterpret_cast<const Load*>(mapping_.data());
    for (uint32_t i = 0; i < tasks_; ++i) sum += loads[i].outstanding.load(std::memory_order_relaxed);
    return sum < 0 ? 0 : sum;
}

TaskLedger::Place& TaskLedger::place_at(uint32_t slot, uint32_t place) const noexcept {
    TERN_CHECK(slot < slots_ && place < kMostRunning);
    auto* places = reinterpret_cast<Place*>(mapping_.data() + tasks_ * sizeof(Load));
    return places[size_t{slot} * kMostRunning + place];
}

void TaskLedger::enter(uint32_t slot, uint32_t place, const TaskEntry& entry) noexcept {
    Place& at = place_at(slot, place);
    TERN_CHECK(at.used.load(std::memory_order_relaxed) == 0);
    at.entry = entry;
    at.used.store(1, std::memory_order_release);
}

void TaskLedger::note_answered(uint32_t slot, uint32_t place) noexcept { place_at(slot, place).entry.answered = true; }

void TaskLedger::strike_out(uint32_t slot, uint32_t place) noexcept {
    place_at(slot, place).used.store(0, std::memory_order_release);
}

std::vector<TaskEntry> TaskLedger::take_left(uint32_t slot, uint64_t taken) {
    std::vector<TaskEntry> left;
    for (uint32_t i = 0; i < kMostRunning; ++i) {
        Place& place = place_at(slot, i);
        if (place.used.load(std::memory_order_acquire) == 0) continue;
        const uint64_t at = place.entry.message_at;
        if (at < taken) left.push_back(place.entry);
        place.used.store(0, std::memory_order_relaxed);
    }
    return left;
}

}  // namespace tern::proc
