// The memory that the master and the workers share: the counters of every slot and the session table. The master makes
// it before its first fork, and children inherit it at the same address. Untouched pages cost nothing.
//
// A slot is for one worker *process*: during a reload two processes have the same worker id, and each uses its own
// slot. Only the master assigns and frees slots.
#pragma once

#include <cstdint>
#include <sys/types.h>

#include "base/result.h"
#include "proc/log_file.h"
#include "shm/session_table.h"
#include "shm/worker_counters.h"

namespace tern::proc {

// The workers of a master. Worker ids count through all roles, in this order.
enum class WorkerRole : uint8_t {
    event,  // serves connections
    task,   // runs the tasks that other workers send
    user,   // runs code of the program, which may end at any time and may not read its control channel: so it also gets
            // a SIGTERM when it must leave, and exit code 0 is no failure
    admin,  // reports about the other processes, and leaves last
};

struct Roster {
    uint32_t events = 0;
    uint32_t tasks = 0;
    uint32_t users = 0;
    uint32_t admins = 0;

    uint32_t total() const noexcept { return events + tasks + users + admins; }
    // Of an id below total().
    WorkerRole role_of(int worker_id) const noexcept {
        const auto id = static_cast<uint32_t>(worker_id);
        if (id < events) return WorkerRole::event;
        if (id < events + tasks) return WorkerRole::task;
        return id < events + tasks + users ? WorkerRole::user : WorkerRole::admin;
    }
};

// The last fatal error that has ended the start of a worker. The worker notes it.
struct StartFailure {
    static constexpr size_t kTextBytes = 4096;
    std::atomic<uint64_t> number{0};  // of the text; 0: there is none
    char text[kTextBytes];            // ends with a zero byte; another worker may be writing it
};

enum class Restart : uint8_t { failure, reload, recycle, stop, ended };
inline constexpr size_t kRestarts = 5;

class SharedState {
public:
    SharedState() = default;
    SharedState(const SharedState&) = delete;
    SharedState& operator=(const SharedState&) = delete;
    ~SharedState();  // unmaps it in this process only

    Error create(const Roster& roster, uint32_t max_connection, int64_t first_session_id = 1) noexcept;

    const Roster& roster() const noexcept { return roster_; }
    uint32_t slot_count() const noexcept { return slots_; }
    // No process has had the slots from here on: each takes the first free one.
    uint32_t used_slots() const noexcept;
    shm::SessionTable& sessions() noexcept { return sessions_; }
    const shm::SessionTable& sessions() const noexcept { return sessions_; }
    shm::WorkerCounters& slot(uint32_t index) noexcept;
    const shm::WorkerCounters& slot(uint32_t index) const noexcept;

    // The slot of the newest process with this worker id that is not leaving; -1: there is none.
    int current_slot(int32_t worker_id) const noexcept;
    int slot_of(uint32_t generation) const noexcept;

    // All counts since the start, of running and ended processes. They are consistent: no worker is counted twice.
    shm::Totals totals() const noexcept;
    shm::HttpTotals http_totals() const noexcept;
    shm::DatabaseTotals database_totals() const noexcept;
    // How often workers were replaced, by reason. Counted by the master.
    shm::Counter& restarts(Restart why) noexcept;
    const shm::Counter& restarts(Restart why) const noexcept;

    // Requests with a wrong token, counted by the admin process.
    shm::Counter& admin_refusals() const noexcept;
    StartFailure& start_failure() const noexcept;
    LogLosses& log_losses() const noexcept;
    LogLosses& slow_log_losses() const noexcept;
    // The lines that both logs have lost.
    uint64_t lost_log_lines() const noexcept;

    struct Reloads {
        uint64_t count = 0;
        int64_t last_s = 0;  // when the last one began, seconds since 1970; 0: never
    };
    Reloads reloads() const noexcept;
    void count_reload(int64_t now_s) noexcept;

    // The last upgrade, as numbers of UpgradeState, and the process of the new server. The master notes it.
    struct UpgradeNote {
        uint32_t state = 0;
        uint32_t count = 0;  // of the upgrades that were begun or refused
        pid_t pid = 0;
    };
    UpgradeNote upgrade() const noexcept;
    void note_upgrade(const UpgradeNote& note) noexcept;

    // True: the whole server leaves, so a worker that has ended is not replaced any more. The master notes it.
    bool shutting_down() const noexcept;
    void note_shutdown() noexcept;

    // For the master. occupy() needs a free slot. vacate() adds its counts to those of ended processes and frees it.
    void occupy(uint32_t index, int32_t worker_id, uint32_t generation) noexcept;
    void set_pid(uint32_t index, pid_t pid) noexcept;
    void vacate(uint32_t index) noexcept;

private:
    struct Header;
    template <class Sum>
    Sum sum() const noexcept;
    template <class Sum>
    Sum consistent_sum() const noexcept;

    Header* header_ = nullptr;
    shm::WorkerCounters* counters_ = nullptr;
    shm::SessionTable sessions_;
    size_t bytes_ = 0;
    Roster roster_;
    uint32_t slots_ = 0;
};

}  // namespace tern::proc
