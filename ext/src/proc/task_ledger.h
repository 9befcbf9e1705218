// The waiting and running tasks of each task worker, in shared memory. Senders find the worker with the fewest tasks,
// and the master finds the tasks of a worker that died. The master makes it before its first fork.
//
// A task worker enters a task before it takes the message from its inbox, and removes the entry when the task has
// ended. Entries of messages that were not taken do not count: the next reader of the inbox finds those messages.
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
    uint64_t message_at = 0;  // the position in its inbox, see Inboxes::taken()
    bool awaited = false;     // a caller waits for its result
    bool answered = false;    // a result was sent
};

class TaskLedger {
public:
    static constexpr uint32_t kMostRunning = 4096;  // tasks of one process at the same time

    // `tasks`: the number of task workers. With 0 no memory is made, and nothing below may be called.
    Error create(uint32_t slots, uint32_t tasks) noexcept;
    uint32_t task_workers() const noexcept { return tasks_; }

    // The number of tasks that were sent to the task worker with this index and have not ended.
    std::atomic<int32_t>& outstanding(uint32_t index) noexcept;
    int64_t all_outstanding() const noexcept;

    // For the process in the slot; `place` is below kMostRunning and free.
    void enter(uint32_t slot, uint32_t place, const TaskEntry& entry) noexcept;
    void note_answered(uint32_t slot, uint32_t place) noexcept;
    void strike_out(uint32_t slot, uint32_t place) noexcept;

    // For the master, after the process in the slot has ended: removes all entries and returns those of taken messages.
    // `taken` is the position up to which its inbox was read.
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
