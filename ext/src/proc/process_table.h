// All worker processes of a master: forks them, reads their messages, notices their deaths. It waits only for its own
// children, so the program can still wait for its other children. The Master decides what a death leads to.
#pragma once

#include <memory>
#include <vector>

#include "base/fd.h"
#include "proc/orphaned_messages.h"
#include "proc/shared_state.h"
#include "proc/template_process.h"
#include "proc/worker_process.h"

namespace tern::proc {

class ProcessTable {
public:
    ProcessTable(SharedState& state, Inboxes& inboxes) noexcept
        : state_(state), inboxes_(inboxes), orphans_(state, inboxes) {}
    ProcessTable(const ProcessTable&) = delete;
    ProcessTable& operator=(const ProcessTable&) = delete;

    // wait() also reports `watched`, the descriptor for signals.
    Error open(int watched) noexcept;

    // wait() also reports this descriptor, until it is closed.
    Error also_watch(int fd) noexcept { return watch(fd, 0); }
    // Call it before the descriptor is closed if children may have copies of it.
    void unwatch(int fd) noexcept;

    // The result of fork() in either process. In the child all resources of the master are closed except for the slot.
    struct Spawned {
        WorkerProcess* process = nullptr;  // null in the child
        WorkerIdentity identity;           // the child's
    };
    struct Start {
        TemplateProcess* from = nullptr;  // null: the worker is forked from the master
        int failed_starts = 0;            // for its identity
        bool replaces = false;
    };
    // would_block: no slot is free until a draining worker has left. Prefers `wanted_slot`, as its inbox may have
    // messages for this worker.
    Result<Spawned> spawn(int worker_id, int wanted_slot, int64_t now_ms) noexcept {
        return spawn(worker_id, wanted_slot, now_ms, Start());
    }
    Result<Spawned> spawn(int worker_id, int wanted_slot, int64_t now_ms, const Start& start) noexcept;

    void drain(WorkerProcess& process, DrainReason reason, int64_t kill_at_ms) noexcept;
    // Drains the task workers, or all others. Workers that drain already keep their earlier deadline.
    void drain_all(DrainReason reason, int64_t kill_at_ms, bool tasks) noexcept;
    // True: only task workers and the admin process are left, and none that is draining for a replacement: its
    // successor must run the tasks that it has not begun.
    bool has_only_tasks() const noexcept;
    // Those whose time is over, and those of kill_soon().
    void kill_overdue(int64_t now_ms) noexcept;
    // False: there is no such process.
    bool kill_soon(pid_t pid) noexcept;
    void kill_all() noexcept;
    void notify_all(ControlMessage message) noexcept;
    // INT64_MAX: there is none.
    int64_t next_kill_ms() const noexcept;

    // Readable when a worker sent a message or ended, or when `watched` is readable.
    int fd() const noexcept { return poll_.get(); }

    struct Received {
        uint32_t generation = 0;  // 0: there is no message
        ControlMessage message;
    };
    // The next message, without waiting. A closed channel is not a message: see reap().
    Received receive(int64_t now_ms, int64_t grace_ms) noexcept;

    struct Departed {
        WorkerProcess process;
        WorkerExit exit;
        std::vector<ControlMessage> unread;  // its last messages
    };
    // The workers that ended since the last call. Their sessions are released, their counts are kept, their slots are
    // free.
    std::vector<Departed> reap() noexcept;
    // The process continues without the master, which still waits for its end.
    void detach(WorkerProcess& process) noexcept;
    // Forwards the messages in the inbox of a free slot to their worker. deliver_orphans() sends those that could not
    // be sent at once.
    void forward_orphans(uint32_t slot) noexcept { orphans_.add(slot); }
    void deliver_orphans() noexcept { orphans_.deliver(); }
    bool orphans_need_time() const noexcept { return orphans_.needs_time(); }

    // For a child that leaves the master: closes every channel and the epoll set.
    void leave() noexcept;

    WorkerProcess* find(uint32_t generation) noexcept;
    size_t size() const noexcept { return processes_.size(); }

private:
    int free_slot(int wanted) const noexcept;
    Result<pid_t> fork(const WorkerProcess& process, const ControlChannel& control, int64_t now_ms,
                       const Start& start) noexcept;
    WorkerIdentity become_worker(WorkerProcess& self, ControlChannel control, pid_t master_pid,
                                 const Start& start) noexcept;
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
