// Sends tasks to task workers and handles their results in event workers: a result goes to the callback of its task, to
// a caller that waits for it, or to the callback of `finish`.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/list.h"
#include "coro/coroutine.h"
#include "php/server/message/send_waits.h"
#include "php/server/server_object.h"
#include "php/shared/packed_value.h"
#include "worker/inbox_reader.h"
#include "worker/tasks.h"

namespace tern::php {

// The results that one caller waits for. The TaskClient owns it until forget().
struct TaskWait : ListHook {
    struct Result {
        worker::TaskEnd end = worker::TaskEnd::without_result;
        bool arrived = false;
        shm::CacheTag tag = 0;
        std::string bytes;
    };
    std::vector<Result> results;  // in the order of expect()
    size_t left = 0;
    coro::Coroutine* waiter = nullptr;
};

class TaskClient {
public:
    // All outlive it.
    TaskClient(ServerObject& server, worker::Messenger& messenger, proc::TaskLedger& ledger, SendWaits& waits) noexcept
        : server_(server), messenger_(messenger), dispatcher_(messenger, ledger), waits_for_room_(waits) {}
    TaskClient(const TaskClient&) = delete;
    TaskClient& operator=(const TaskClient&) = delete;
    ~TaskClient();

    // Sends to the task worker with that index; -1: to the one with the fewest tasks. `flags` are those of
    // Server\Task (task_object.h). Returns the id of the task. While the worker's inbox is full, a coroutine waits;
    // other callers get server_pipe_buffer_full.
    Result<int64_t> submit(const PackedValue& value, zend_long index, bool awaited, uint8_t flags);

    // For an awaited task, directly after submit(). Takes a reference to the callback.
    void expect(int64_t task_id, const zval* callback);
    void expect(int64_t task_id, TaskWait& wait);

    TaskWait& begin_wait();
    // Waits until all results have arrived or the time is over: suspends, or blocks the worker outside of coroutines.
    coro::Wake wait(TaskWait& wait, coro::Deadline until);
    void forget(TaskWait& wait) noexcept;

    // Handles a message of kind task_result.
    void take(const proc::Message& message);
    // True: a caller waits for it, so that handling it runs no PHP code.
    bool is_waited_for(const worker::TaskResultHead& head) const noexcept;
    // For a forked worker: it does not wait for the results that the master expects.
    void leave_in_child() noexcept {
        expected_.swap(tasks_of_master_);
        next_id_ = 0;
    }
    // The reader for a worker that waits outside of coroutines.
    void read_with(worker::InboxReader& reader) noexcept { reader_ = &reader; }
    // True: no result is expected that would be lost with this process.
    bool empty() const noexcept { return expected_.empty(); }

private:
    struct Expected {
        TaskWait* wait = nullptr;
        size_t index = 0;
        zval callback;  // IS_UNDEF: a caller waits
    };

    void take_result(const proc::MessageHead& message, const worker::TaskResultHead& head, Bytes body);
    void finish(const proc::MessageHead& message, const worker::TaskResultHead& head, Bytes body, zval* callback);
    void report_lost(const proc::MessageHead& message, const worker::TaskResultHead& head);
    static void wake(TaskWait& wait);
    void read_results(const TaskWait& wait, coro::Deadline until);
    Error send_when_possible(const worker::TaskHead& head, zend_long index, Bytes body);

    class BlockingWait;

    ServerObject& server_;
    worker::Messenger& messenger_;
    worker::TaskDispatcher dispatcher_;
    SendWaits& waits_for_room_;
    worker::InboxReader* reader_ = nullptr;
    std::unordered_map<int64_t, Expected> expected_;
    std::unordered_map<int64_t, Expected> tasks_of_master_;
    List<TaskWait> waits_;
    int64_t next_id_ = 0;
};

}  // namespace tern::php
