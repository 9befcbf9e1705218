// One worker process with its loop, ports and coroutines, from the fork to the end of the process.
#pragma once

#include <memory>

#include "loop/signal_inbox.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/state/engine_state.h"
#include "php/http/request/late_calls.h"
#include "php/server/message/message_dispatch.h"
#include "php/server/server_process.h"
#include "php/server/telemetry/trace_export.h"
#include "php/server/telemetry/worker_snapshot.h"
#include "php/server/worker/worker_ports.h"

namespace tern::php {

class ServerWorker final : public ServerRole {
public:
    // Call ServerProcess::become() first. The process outlives the worker.
    explicit ServerWorker(ServerProcess& process) noexcept;
    ServerWorker(const ServerWorker&) = delete;
    ServerWorker& operator=(const ServerWorker&) = delete;

    [[noreturn]] void run() noexcept;

    shm::WorkerCounters& counters() noexcept { return host_.context.counters; }
    PortHost& host() noexcept { return host_; }
    WorkerPorts& ports() noexcept { return ports_; }
    worker::RoomBroadcasts& broadcasts() noexcept { return broadcasts_; }
    worker::RoomQueries& room_queries() noexcept { return room_queries_; }
    // An application begins to load (1), or has ended to do so (-1): before that a worker that starts is not ready.
    void count_load(int change) noexcept { loads_ += change; }
    // Null: this is no task worker.
    TaskRunner* task_runner() noexcept { return task_runner_.get(); }
    // Callables for the time when this worker begins to leave; null: it has begun.
    LateCalls* leave_calls() noexcept { return requests_.leaving() ? nullptr : &leave_calls_; }

    void leave_in_child() noexcept override;

private:
    // True: callbacks of the program run in coroutines.
    bool in_coroutines() const noexcept;
    Error init() noexcept;
    void apply_options() noexcept;
    void share_db_connections() noexcept;
    void attach_slot() noexcept;
    Error watch_all() noexcept;
    void show_identity() noexcept;
    bool stands_in() const noexcept;
    void start_program() noexcept;
    void await_loads() noexcept;
    Error open_ports() noexcept;
    void serve_until_left() noexcept;
    void replace_damaged() noexcept;
    void on_control() noexcept;
    void on_signal() noexcept;
    void reopen_logs() noexcept;
    void leave(proc::DrainReason reason) noexcept;
    void leave_ports(proc::DrainReason reason, bool has_successor) noexcept;
    bool is_busy() noexcept;
    bool has_program() const noexcept;
    bool must_call_exit() const noexcept;
    bool can_exit() noexcept;
    void stop_program() noexcept;
    void call_worker_stop() noexcept;
    [[noreturn]] void terminate() noexcept;
    [[noreturn]] void end_process(int code) noexcept;
    void call(ServerEvent event) noexcept;

    static constexpr int kNoFailure = -1;

    ServerProcess& process_;
    ServerObject& server_;
    proc::WorkerIdentity& identity_;
    Runtime runtime_;
    PortHost& host_;
    worker::RequestLimit requests_;
    WorkerPorts ports_;
    worker::Handovers handovers_;
    worker::ConnectionExport departures_;
    worker::RoomBroadcasts broadcasts_;
    worker::RoomQueries room_queries_;
    MessageDispatch messages_;
    worker::InboxReader inbox_;
    worker::ConnectionImport arrivals_;
    std::unique_ptr<TaskRunner> task_runner_;
    std::unique_ptr<TraceExport> tracing_;  // null: off
    WorkerSnapshot snapshot_;
    LateCalls leave_calls_;
    loop::SignalInbox signals_;
    loop::Watch control_watch_;
    loop::Watch signal_watch_;
    loop::Timer leave_timeout_;       // how long a leaving worker waits for its requests and coroutines
    int start_failure_ = kNoFailure;  // exit code of a workerStart that threw, or called exit()
    int loads_ = 0;                   // applications that load
    EngineState script_output_;       // the script's output buffers, which only the master prints
    bool balances_ = false;           // connections may go to other workers
    bool leave_timed_out_ = false;
    bool told_exit_ = false;
    bool replaced_ = false;   // a fatal error was contained, and the master knows
    ProgramSpan exit_span_;   // the call of workerExit, whose timers are awaited
    int64_t stop_by_ms_ = 0;  // the time when the work of workerStop is cancelled; 0: not set yet
};

}  // namespace tern::php
