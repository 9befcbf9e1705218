// What each task worker has to do and what it is doing, in shared memory: so that senders find the one with the least
// to do, and so that tasks whose worker died are known. Made by the master before its first fork.
//
// A task worker enters a task before it takes the message from its box, and strikes it out when it has ended. Entries
// of messages that were not taken do not count: the next reader of the box finds those.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "shm/mapping.h"

namespace tern::proc {

struct TaskEntry {
    int64_t task_id = 0;
    int32_t from_worker = -1;
    uint32_t from_generation = 0;
    uint64_t message_at = 0;  // where in its box, see Inboxes::taken()
    bool awaited = false;     // somebody waits for its result
    bool answered = false;    // a result was sent
};

class TaskLedger {
public:
    static constexpr uint32_t kMostRunning = 4096;  // tasks of one process at the same time

    // `tasks`: how many task workers; none: nothing is made, and nothing below may be called.
    Error create(uint32_t slots, uint32_t tasks) noexcept;
    uint32_t task_workers() const noexcept { return tasks_; }

    // Tasks that were sent and have not ended, of the task worker with this index.
    std::atomic<int32_t>& outstanding(uint32_t index) noexcept;
    int64_t all_outstanding() const noexcept;

    // For the process in the slot; `place` is below kMostRunning and free.
    void enter(uint32_t slot, uint32_t place, const TaskEntry& entry) noexcept;
    void note_answered(uint32_t slot, uint32_t place) noexcept;
    void strike_out(uint32_t slot, uint32_t place) noexcept;

    // For the master, after the process in the slot has ended: strikes out everything, and returns what was taken.
    // `taken` is how far its box was read.
    std::vector<TaskEntry> take_left(uint32_t slot, uint64_t taken);

private:
    struct Place;
    struct Load;

    Place& place_at(uint32_t slot, uint32_t place) const noexcept;

    shm::Mapping mapping_;
    uint32_t slots_ = 0;
    uint32_t tasks_ = 0;
};

}  // namespace tern::proc
