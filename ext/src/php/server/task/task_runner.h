// Runs the tasks of a task worker: one after the other, or each in a coroutine of its own. Running tasks are in the
// ledger, so if this process dies, the master knows the senders.
#pragma once

#include <vector>

#include "php/http/program_callback.h"
#include "php/server/message/send_waits.h"
#include "php/server/server_object.h"
#include "php/server/task/task_object.h"
#include "php/shared/packed_value.h"
#include "proc/task_ledger.h"
#include "worker/inbox_reader.h"
#include "worker/request_limit.h"

namespace tern::php {

// The parts of the worker that a TaskRunner uses.
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

    // False: the callback is not callable.
    bool prepare() noexcept { return callback_.prepare(); }
    // True: no more tasks may run now.
    bool full() const noexcept;
    bool idle() const noexcept { return count_ == 0; }

    // Returns the place of the task, which is valid until end(). Take the message from the inbox before run().
    uint32_t enter(const proc::MessageHead& message, const worker::TaskHead& head, uint64_t at) noexcept;
    void run(uint32_t place, Bytes body);

    // Sends a result; each call sends another one. Waits while the inbox of the sender is full.
    Error finish(uint32_t place, zval* data);
    // Finishes the current task when tasks run one after the other. wrong_operation: there is none.
    Error finish_current(zval* data);
    void end(uint32_t place) noexcept override;
    // The process ends together with its running tasks: the master finds them in the ledger, as lost.
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
