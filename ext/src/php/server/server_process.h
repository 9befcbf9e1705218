// A started server as seen from one process of it: first the master, after a fork a worker or a process of the
// program's own. It holds what all of them have, and is what the methods of Swoole\Server talk to. Lives from start()
// to the end of the process or of start(). What a process does is its role's: ServerMaster, ServerWorker, UserProcess.
#pragma once

#include <memory>

#include "base/clock.h"
#include "net/listener.h"
#include "php/server/send_waits.h"
#include "php/server/server_commands.h"
#include "php/server/server_logs.h"
#include "php/server/server_ports.h"
#include "php/server/task_client.h"
#include "proc/master.h"
#include "proc/task_ledger.h"
#include "serve/exchange.h"
#include "worker/remote_sends.h"
#include "worker/request_limit.h"
#include "worker/room_broadcasts.h"

namespace tern::php {

class RunningTasks;
class ServerWorker;
class UserProcess;

class ServerRole {
public:
    // Whether a process that is forked off now is the program's, rather than a worker.
    virtual bool runs_program() const noexcept { return true; }
    // In a process that PHP code forked.
    virtual void leave_in_child() noexcept = 0;

protected:
    ~ServerRole() = default;
};

class ServerProcess {
public:
    explicit ServerProcess(ServerObject& server) noexcept;
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    // In the master, before it forks: the memory that all processes share.
    Error create_shared(const proc::Roster& roster) noexcept;
    // In the master: whom reload(), shutdown() and stop_worker() talk to; null when it has ended.
    void supervise(ServerRole& role, proc::Master* master) noexcept;
    // After the fork: from here on it is no master. The identity lives as long as the process.
    void become(proc::WorkerIdentity identity) noexcept;
    void become(ServerWorker& worker, ServerRole& role, worker::RequestLimit& requests, RunningTasks* tasks) noexcept;
    void become(UserProcess& user, ServerRole& role) noexcept;
    // In a process that PHP code forked: it is no part of the server, and holds none of its lines and sockets.
    void leave_in_child() noexcept;

    ServerObject& server() noexcept { return server_; }
    ServerLogs& logs() noexcept { return logs_; }
    ServerPorts& ports() noexcept { return ports_; }
    net::Listener& admin_listener() noexcept { return admin_listener_; }
    proc::SharedState& state() noexcept { return state_; }
    proc::TaskLedger& task_ledger() noexcept { return task_ledger_; }
    const worker::RoomHintTable& room_hints() const noexcept { return room_hints_; }
    worker::Messenger& messenger() noexcept { return messenger_; }
    worker::RemoteSends& remote_sends() noexcept { return remote_sends_; }
    SendWaits& send_waits() noexcept { return send_waits_; }
    TaskClient& task_client() noexcept { return task_client_; }
    ServerCommands& commands() noexcept { return commands_; }
    // Null in the master and in the program's own processes.
    ServerWorker* worker() noexcept { return worker_; }
    // Null but in the program's own processes and in the admin process.
    UserProcess* user() noexcept { return user_; }
    // Null: this is no task worker.
    RunningTasks* running_tasks() noexcept { return running_tasks_; }
    proc::WorkerIdentity& identity() noexcept { return identity_; }
    // -1: in the master.
    int worker_id() const noexcept { return messenger_.worker_id(); }
    pid_t master_pid() const noexcept { return master_pid_; }
    int64_t started_at() const noexcept { return started_at_; }  // seconds since 1970
    void reopen_logs() noexcept;

    // For the methods; each works in master and workers, of all kinds.
    Error reload(bool only_tasks) noexcept;
    Error shutdown() noexcept;
    Error stop_worker(int worker_id) noexcept;
    // In the master: whether tasks that are given now might never run.
    bool tasks_leave() const noexcept { return master_ != nullptr && master_->tasks_leave(); }
    Error close_session(int64_t session_id, bool reset) noexcept;
    serve::Exchange* find_exchange(int64_t session_id) noexcept;

private:
    static void on_remote_room(void* self);

    ServerObject& server_;
    proc::SharedState state_;
    proc::Inboxes inboxes_;
    proc::TaskLedger task_ledger_;
    worker::RoomHintTable room_hints_;
    worker::Messenger messenger_{state_, inboxes_};
    worker::RemoteSends remote_sends_{messenger_, on_remote_room, this};
    SendWaits send_waits_;
    ServerLogs logs_;
    ServerPorts ports_;
    net::Listener admin_listener_;
    TaskClient task_client_;
    ServerCommands commands_;
    proc::WorkerIdentity identity_;
    proc::Master* master_ = nullptr;
    ServerRole* role_ = nullptr;
    ServerWorker* worker_ = nullptr;
    UserProcess* user_ = nullptr;
    worker::RequestLimit* requests_ = nullptr;  // of the worker
    RunningTasks* running_tasks_ = nullptr;
    pid_t master_pid_;
    int64_t started_at_ = wall_clock_us() / 1'000'000;
};

// Null before start().
ServerProcess* process() noexcept;
// For methods: null after setting the return value to false.
ServerProcess* running(zval* return_value);

}  // namespace tern::php
