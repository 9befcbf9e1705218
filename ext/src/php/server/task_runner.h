// Runs the tasks of a task worker: one after the other, or each in a coroutine of its own. What runs is entered in the
// ledger, so that the master can tell who gave it if this process dies.
#pragma once

#include <vector>

#include "php/object/packed_value.h"
#include "php/object/server_object.h"
#include "php/server/program_callback.h"
#include "php/server/send_waits.h"
#include "php/server/task_object.h"
#include "proc/task_ledger.h"
#include "worker/inbox_reader.h"
#include "worker/request_limit.h"

namespace tern::php {

// What of its worker a TaskRunner uses.
struct TaskRunnerParts {
    ServerObject& server;
    worker::Messenger& messenger;
    proc::TaskLedger& ledger;
    worker::RequestLimit& requests;
    worker::InboxReader& inbox;
    SendWaits& waits;
};

class TaskRunner final : public RunningTasks {
public:
    explicit TaskRunner(const TaskRunnerParts& parts) noexcept;
    TaskRunner(const TaskRunner&) = delete;
    TaskRunner& operator=(const TaskRunner&) = delete;

    // False when the callback cannot be called.
    bool prepare() noexcept { return callback_.prepare(); }
    // No more may run now.
    bool full() const noexcept;
    bool idle() const noexcept { return count_ == 0; }

    // The place of the task, which it has until end(). The message is to be taken from its box before run().
    uint32_t enter(const proc::MessageHead& message, const worker::TaskHead& head, uint64_t at) noexcept;
    void run(uint32_t place, Bytes body);

    // Sends a result; each call sends another one. Where the box of who gave the task is full, waits.
    Error finish(uint32_t place, zval* data);
    // Of the one task that runs where they run one after the other. wrong_operation: none does.
    Error finish_current(zval* data);
    void end(uint32_t place) noexcept override;
    // The process ends, and what runs still is ended with it: the master finds it in the ledger, as lost.
    void terminate() noexcept { terminates_ = true; }

private:
    static constexpr uint32_t kNone = UINT32_MAX;
    struct Running {
        worker::TaskHead head;
        int from_worker = -1;
        bool finished = false;
    };
    struct Delivery;

    static void run_task(void* delivery);
    void call(uint32_t place, Bytes body);
    uint32_t make_arguments(uint32_t place, Bytes body, zval* into);
    void take_returned(uint32_t place, zval* returned);
    Error send(const Running& task, worker::TaskEnd end, const PackedValue& value, bool may_wait);

    bool is_worth_waiting(Error error) const noexcept;
    bool wait_for_room(Error error, worker::RoomWait& room);
    shm::WorkerCounters& counters() noexcept { return parts_.messenger.state().slot(parts_.messenger.slot()); }

    TaskRunnerParts parts_;
    const bool in_coroutines_;
    const bool as_objects_;
    ProgramCallback callback_;
    std::vector<Running> running_;  // by place
    std::vector<uint32_t> free_;
    uint32_t count_ = 0;
    uint32_t current_ = kNone;
    bool terminates_ = false;
};

}  // namespace tern::php
