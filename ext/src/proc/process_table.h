// All worker processes of a master: forking them, reading their messages, noticing their deaths. It waits only for
// children of its own, so the program's other children stay the program's. What the deaths mean is the Master's to
// decide.
#pragma once

#include <memory>
#include <vector>

#include "base/fd.h"
#include "proc/orphaned_messages.h"
#include "proc/shared_state.h"
#include "proc/worker_process.h"

namespace tern::proc {

class ProcessTable {
public:
    ProcessTable(SharedState& state, Inboxes& inboxes) noexcept
        : state_(state), inboxes_(inboxes), orphans_(state, inboxes) {}
    ProcessTable(const ProcessTable&) = delete;
    ProcessTable& operator=(const ProcessTable&) = delete;

    // `watched` is reported by wait() besides the workers: the signals.
    Error open(int watched) noexcept;

    // What fork() returned in whom. In the child everything of the master's has been closed except for the slot.
    struct Spawned {
        WorkerProcess* process = nullptr;  // null in the child
        WorkerIdentity identity;           // the child's
    };
    // would_block: no slot is free until a draining worker has left. Prefers `wanted_slot`, for the messages left
    // there.
    Result<Spawned> spawn(int worker_id, int wanted_slot, int64_t now_ms) noexcept;

    void drain(WorkerProcess& process, DrainReason reason, int64_t kill_at_ms) noexcept;
    // Task workers, or all others. Also those that drain already, whose time is never prolonged.
    void drain_all(DrainReason reason, int64_t kill_at_ms, bool tasks) noexcept;
    // Besides the admin: no other workers, and none that leaves, whose successor has to do what it has not begun.
    bool has_only_tasks() const noexcept;
    void kill_overdue(int64_t now_ms) noexcept;
    void kill_all() noexcept;
    void notify_all(ControlMessage message) noexcept;
    // INT64_MAX: none.
    int64_t next_kill_ms() const noexcept;

    // Readable when something of ours happened.
    int fd() const noexcept { return poll_.get(); }

    struct Received {
        uint32_t generation = 0;  // 0: nothing more
        ControlMessage message;
    };
    // The next message, without waiting. A closed line is not a message: see reap().
    Received receive(int64_t now_ms, int64_t grace_ms) noexcept;

    struct Departed {
        WorkerProcess process;
        WorkerExit exit;
        std::vector<ControlMessage> unread;  // what it said at last
    };
    // Those that ended since the last call. Their sessions are released and their counts kept; the slots are free.
    std::vector<Departed> reap() noexcept;
    // It goes on without us; its end is still waited for.
    void detach(WorkerProcess& process) noexcept;
    // Moves what was left in the box of a free slot to the worker it is for; deliver_orphans(), what did not go at
    // once.
    void forward_orphans(uint32_t slot) noexcept { orphans_.add(slot); }
    void deliver_orphans() noexcept { orphans_.deliver(); }
    bool orphans_need_time() const noexcept { return orphans_.needs_time(); }

    // In a child that forgets the master: closes every line and what watches them.
    void leave() noexcept;

    WorkerProcess* find(uint32_t generation) noexcept;
    size_t size() const noexcept { return processes_.size(); }

private:
    int free_slot(int wanted) const noexcept;
    WorkerIdentity become_worker(WorkerProcess& self, ControlChannel control, pid_t master_pid) noexcept;
    Error watch(int fd, uint32_t generation) noexcept;
    void hang_up(WorkerProcess& process) noexcept;
    void kill(WorkerProcess& process) noexcept;
    Departed reap(size_t index, int status) noexcept;
    void vacate(WorkerProcess& process) noexcept;
    void reap_detached() noexcept;

    SharedState& state_;
    Inboxes& inboxes_;
    Fd poll_;
    std::vector<std::unique_ptr<WorkerProcess>> processes_;
    std::vector<pid_t> detached_;
    OrphanedMessages orphans_;
    uint32_t last_generation_ = 0;
};

}  // namespace tern::proc
