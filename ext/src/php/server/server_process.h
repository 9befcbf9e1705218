// A started server in this process: first the master, after a fork a worker. Lives from start() to the end of the
// process or of start(), and is what the methods of Swoole\Server talk to.
#pragma once

#include <memory>
#include <vector>

#include "base/clock.h"
#include "net/listener.h"
#include "net/service_manager.h"
#include "php/object/server_object.h"
#include "php/runtime/master_runtime.h"
#include "php/server/event_call.h"
#include "php/server/lost_tasks.h"
#include "php/server/server_commands.h"
#include "php/server/server_tls.h"
#include "php/server/task_desk.h"
#include "php/server/worker_rooms.h"
#include "proc/daemonize.h"
#include "proc/inbox.h"
#include "proc/log_file.h"
#include "proc/master.h"
#include "proc/task_ledger.h"
#include "serve/exchange.h"
#include "serve/log/access_file.h"

namespace tern::php {

class ServerWorker;
class UserProcess;

class ServerProcess final : public proc::MasterEvents {
public:
    explicit ServerProcess(ServerObject& server) noexcept;
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;
    ~ServerProcess();

    // Everything that can fail before there are workers; the log and a warning say what. Throws nothing.
    Error prepare() noexcept;
    // After a failure that the caller can do something about: the message of an exception, else empty.
    const std::string& complaint() const noexcept { return complaint_; }
    // Returns in the master when all is over: the exit code. Workers never return: they end their process.
    int run() noexcept;
    // In a process that PHP code forked: it is no part of the server, and holds none of its lines and sockets.
    void leave_in_child() noexcept;
    // In a process that accepts none; through datagram ports it may send.
    void close_connection_ports() noexcept;
    // In a callback of the master: no PHP may run here any more.
    bool fatal_error() const noexcept { return program_.failed(); }

    ServerObject& server() noexcept { return server_; }
    proc::SharedState& state() noexcept { return state_; }
    proc::Inboxes& inboxes() noexcept { return mailboxes_; }
    const RoomHintTable& room_hints() const noexcept { return room_hints_; }
    ServerWorker* worker() noexcept { return worker_; }
    UserProcess* user() noexcept { return user_; }
    net::Listener& admin_listener() noexcept { return admin_listener_; }
    proc::TaskLedger& task_ledger() noexcept { return task_ledger_; }
    TaskDesk& task_desk() noexcept { return task_desk_; }
    // In the master: whether tasks that are given now might never run.
    bool tasks_leave() const noexcept { return master_ != nullptr && master_->tasks_leave(); }
    // -1: in the master.
    int worker_id() const noexcept;
    // 0: in the master.
    uint32_t incarnation() const noexcept;
    // Where this process reads its messages; the master's is the last one.
    uint32_t box() const noexcept;
    ServerCommands& commands() noexcept { return commands_; }
    // Zend work, at the master's top level.
    void run_in_master(void (*body)(void* argument), void* argument) noexcept;
    // The listening socket of a port as this worker uses it.
    net::Listener& listener(uint32_t port, int worker_id) noexcept;
    // Null: slow requests go to the log.
    proc::LogFile* slow_log() noexcept { return server_.config->slow_request_file.empty() ? nullptr : &slow_log_; }
    serve::AccessFile& access_file(uint32_t port) noexcept { return ports_[port].access; }
    const ServerTls& tls() const noexcept { return tls_; }
    pid_t master_pid() const noexcept { return master_pid_; }
    int64_t started_at() const noexcept { return started_at_; }  // seconds since 1970

    // For the methods; each works in master and workers, of all kinds.
    Error reload(bool only_tasks) noexcept;
    Error shutdown() noexcept;
    Error stop_worker(int worker_id) noexcept;
    Error close_session(int64_t session_id, bool reset) noexcept;
    serve::Exchange* find_exchange(int64_t session_id) noexcept;

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
    void on_reopen_log() override;
    void wait(int fd, int64_t timeout_ms) override;

private:
    struct PortFiles {
        std::vector<net::Listener> sockets;  // one, or with enable_reuse_port one per worker
        serve::AccessFile access;
    };

    Error open_log() noexcept;
    Error open_slow_log() noexcept;
    void count_log_losses() noexcept;
    Error daemonize() noexcept;
    Error open_ports() noexcept;
    Error open_port(uint32_t index) noexcept;
    Error open_sockets(uint32_t index, const PortConfig& config) noexcept;
    Result<net::Listener> open_listener(const net::Address& address, const PortConfig& config, bool datagrams) noexcept;
    void close_ports() noexcept;
    void show_identity() noexcept;
    void call(ServerEvent event) noexcept;
    void call(EventCall& call) noexcept;
    int64_t start_call(ServerEvent event) noexcept;
    void call_at_end(ServerEvent event) noexcept;
    Error tell_master(proc::ControlMessage message) noexcept;
    const proc::WorkerSeat* seat() const noexcept;  // null in the master
    [[noreturn]] void work(proc::WorkerSeat seat) noexcept;

    ServerObject& server_;
    Log& log_;
    proc::Daemon daemon_;
    net::ServiceManager service_manager_;
    int64_t tell_alive_at_ms_ = 0;
    proc::SharedState state_;
    proc::Inboxes mailboxes_;
    proc::TaskLedger task_ledger_;
    LostTasks lost_tasks_{*this};
    TaskDesk task_desk_{*this};
    RoomHintTable room_hints_;
    ServerCommands commands_{*this};
    std::vector<PortFiles> ports_;
    net::Listener admin_listener_;
    ServerTls tls_;
    std::string complaint_;
    proc::LogFile slow_log_;
    std::unique_ptr<proc::Master> master_;  // null in workers
    proc::Master* emptied_ = nullptr;       // there: what it was, for good
    ServerWorker* worker_ = nullptr;        // null in the master and in the program's own processes
    UserProcess* user_ = nullptr;           // null but in these and in the admin process
    pid_t master_pid_ = 0;
    int64_t started_at_ = wall_clock_us() / 1'000'000;
    MasterRuntime program_;           // in the master
    ProgramSpan last_event_;          // the call whose timers and coroutines are waited for
    int64_t before_shutdown_id_ = 0;  // its coroutine
};

// Null before start().
ServerProcess* process() noexcept;
// For methods: null after setting the return value to false.
ServerProcess* running(zval* return_value);

}  // namespace tern::php
