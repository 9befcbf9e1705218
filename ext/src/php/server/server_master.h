// The master of a server: opens what all processes share, supervises them, and calls the program's events. All other
// processes are forked from it.
#pragma once

#include <memory>
#include <string>

#include "net/service_manager.h"
#include "php/coroutine/program/master_runtime.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/server/server_events.h"
#include "php/server/server_process.h"
#include "proc/daemonize.h"
#include "worker/tasks.h"

namespace tern::php {

class ServerMaster final : public proc::MasterEvents, public ServerRole, public CommandEntry {
public:
    // The process outlives it.
    explicit ServerMaster(ServerProcess& process) noexcept;
    ServerMaster(const ServerMaster&) = delete;
    ServerMaster& operator=(const ServerMaster&) = delete;
    ~ServerMaster();

    // Does everything that can fail before there are workers; the log and a warning report a failure. Throws nothing.
    Error prepare() noexcept;
    // After a failure that the caller can fix: the message for an exception; otherwise empty.
    const std::string& complaint() const noexcept { return complaint_; }
    // Returns the exit code in the master, when all workers have ended. Workers do not return: they end their process.
    int run() noexcept;
    // True after a fatal error in a callback of the master: no PHP may run any more.
    bool fatal_error() const noexcept { return program_.failed(); }

    bool runs_program() const noexcept override { return program_.in_program(); }
    void leave_in_child() noexcept override;
    void enter_program(void (*body)(void* argument), void* argument) noexcept override;

    void on_start() override;
    void on_manager_start() override;
    void on_workers_ready() override;
    void on_worker_error(const proc::WorkerExit& exit) override;
    void on_worker_stop(const proc::WorkerExit& exit) override;
    void on_before_reload() override;
    void on_after_reload() override;
    void on_before_shutdown() override;
    bool may_drain() override;
    bool may_end() override;
    void on_manager_stop() override;
    void on_shutdown() override;
    void on_reopen_log() override { process_.reopen_logs(); }
    proc::UpgradePlan plan_upgrade() override;
    void on_upgrade(proc::UpgradeState state, pid_t pid) override;
    void on_main_process(pid_t pid) override;
    void wait(int fd, int64_t timeout_ms) override;

private:
    Error daemonize() noexcept;
    Error open_all() noexcept;
    void connect_predecessor() noexcept;
    void keep_tasks() noexcept;
    void close_all() noexcept;
    void show_identity() noexcept;
    void leave_master() noexcept;
    [[noreturn]] void work(proc::WorkerIdentity identity) noexcept;
    int64_t notify_service_manager(int64_t timeout_ms) noexcept;
    void call(ServerEvent event) noexcept;
    void call(EventCall& call) noexcept;
    int64_t start_call(ServerEvent event) noexcept;
    void call_at_end(ServerEvent event) noexcept;

    ServerProcess& process_;
    ServerObject& server_;
    Log& log_;
    net::ServiceManager service_manager_;
    proc::Predecessor predecessor_;
    proc::Daemon daemon_;
    MasterRuntime program_;
    worker::LostTasks lost_tasks_;
    std::unique_ptr<worker::StoredTasks> stored_tasks_;  // null: they are not kept
    std::unique_ptr<proc::Master> master_;
    std::string complaint_;
    bool is_watched_ = false;  // by the service manager
    int64_t notify_at_ms_ = 0;
    bool is_successor_ = false;       // it was started for an upgrade
    bool upgraded_ = false;           // the next server has taken over
    ProgramSpan last_event_;          // the call whose timers and coroutines are awaited
    int64_t before_shutdown_id_ = 0;  // its coroutine
};

}  // namespace tern::php
