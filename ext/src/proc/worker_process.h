// One worker process, as seen by the master and by itself.
#pragma once

#include <sys/types.h>

#include "proc/control_channel.h"
#include "proc/shared_state.h"

namespace tern::proc {

enum class WorkerPhase : uint8_t { starting, serving, draining };

// The master's record of a process, from fork to waitpid. ProcessTable owns it.
struct WorkerProcess {
    ControlChannel control;
    int64_t started_ms = 0;
    int64_t kill_at_ms = 0;  // SIGKILL at that time; 0: no limit
    pid_t pid = 0;
    uint32_t generation = 0;
    uint32_t slot = 0;
    int worker_id = 0;
    WorkerRole role = WorkerRole::event;
    WorkerPhase phase = WorkerPhase::starting;
    DrainReason reason = DrainReason::none;
    bool killed = false;     // by the master
    bool kill_soon = false;  // the program has asked for that
};

// What a worker process knows about itself. `control` receives messages of the master and reports that the worker is
// ready; its end of file means that the master has died. Ctrl-C in the terminal reaches workers, too: they ignore
// SIGINT and wait for a message of the master.
struct WorkerIdentity {
    ControlChannel control;
    int worker_id = -1;
    uint32_t generation = 0;
    uint32_t slot = 0;
    pid_t master_pid = 0;
    int failed_starts = 0;  // processes of this worker id in a row that ended before they were ready
    bool replaces = false;  // another process serves until this one is ready
};

// How a worker process ended.
struct WorkerExit {
    int worker_id = -1;
    uint32_t slot = 0;
    pid_t pid = 0;
    int exit_code = 0;
    int signal = 0;  // 0: it exited by itself
    bool was_ready = false;
    uint64_t messages_taken = 0;  // the position up to which it read its inbox, see Inboxes::taken()
};

// What waitpid() says of such an end; without a name for it in POSIX.
constexpr int wait_status(int exit_code, int signal) noexcept { return exit_code << 8 | signal; }

inline bool is_failure(const WorkerExit& exit) noexcept { return exit.exit_code != 0 || exit.signal != 0; }

}  // namespace tern::proc
