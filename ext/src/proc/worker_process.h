// One worker process, as the master sees it and as it sees itself.
#pragma once

#include <sys/types.h>

#include "proc/control_channel.h"
#include "proc/roster.h"

namespace tern::proc {

enum class WorkerPhase : uint8_t { starting, serving, draining };

// The master's record, from fork to waitpid. Owned by the ProcessTable.
struct WorkerProcess {
    ControlChannel control;
    int64_t started_ms = 0;
    int64_t kill_at_ms = 0;  // SIGKILL then; 0: no limit
    pid_t pid = 0;
    uint32_t generation = 0;
    uint32_t slot = 0;
    int worker_id = 0;
    WorkerRole role = WorkerRole::event;
    WorkerPhase phase = WorkerPhase::starting;
    DrainReason reason = DrainReason::none;
    bool killed = false;  // by us
};

// What a worker process knows about its place. `control` is how it gets messages of the master and tells it that it is
// ready; end of file there means that the master is gone. The terminal's Ctrl-C reaches workers too: they ignore SIGINT
// and wait for the master's word.
struct WorkerIdentity {
    ControlChannel control;
    int worker_id = -1;
    uint32_t generation = 0;
    uint32_t slot = 0;
    pid_t master_pid = 0;
};

// How a worker process ended.
struct WorkerExit {
    int worker_id = -1;
    uint32_t slot = 0;
    pid_t pid = 0;
    int exit_code = 0;
    int signal = 0;  // 0: it left by itself
    bool was_ready = false;
    uint64_t messages_taken = 0;  // how far it read its box, see Inboxes::taken()
};

inline bool is_failure(const WorkerExit& exit) noexcept { return exit.exit_code != 0 || exit.signal != 0; }

}  // namespace tern::proc
