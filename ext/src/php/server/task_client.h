// Tasks that a process gives to task workers, and what comes of them in event workers: a result goes to the callback
// that its task was given with, to whoever waits for it, or to the callback of `finish`.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/list.h"
#include "coro/coroutine.h"
#include "php/object/packed_value.h"
#include "php/object/server_object.h"
#include "php/server/send_waits.h"
#include "worker/inbox_reader.h"
#include "worker/task_dispatcher.h"

namespace tern::php {

// Results that one caller waits for. Lives in the TaskClient until forget().
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

    // To the task worker with that index, -1: the one with the least to do. The id of the task. A coroutine waits while
    // its box is full; elsewhere that is server_pipe_buffer_full.
    Result<int64_t> give(const PackedValue& value, zend_long index, bool awaited);

    // For a task that was given as awaited, before anything else happens. The callback gets a reference.
    void expect(int64_t task_id, const zval* callback);
    void expect(int64_t task_id, TaskWait& wait);

    TaskWait& begin_wait();
    // Until all results are there, or the time is over: suspends, or outside of coroutines blocks the worker.
    coro::Wake wait(TaskWait& wait, coro::Deadline until);
    void forget(TaskWait& wait) noexcept;

    // One of kind task_result.
    void take(const proc::Message& message);
    // Whether it is for somebody who waits, so that nothing of the program's runs in this call.
    bool is_waited_for(const worker::TaskResultHead& head) const noexcept;
    // In a worker that was forked off: what the master expects is no concern of it.
    void leave_in_child() noexcept {
        expected_.swap(masters_);
        next_id_ = 0;
    }
    // Where a worker reads its results while it cannot suspend.
    void read_with(worker::InboxReader& reader) noexcept { reader_ = &reader; }
    // Nothing is expected by what ends with this process.
    bool empty() const noexcept { return expected_.empty(); }

private:
    struct Expected {
        TaskWait* wait = nullptr;
        size_t index = 0;
        zval callback;  // IS_UNDEF where somebody waits
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
    std::unordered_map<int64_t, Expected> masters_;
    List<TaskWait> waits_;
    int64_t next_id_ = 0;
};

}  // namespace tern::php
