// A started server as one of its processes sees it: first the master, after a fork a worker or a user process. It has
// the state that all kinds share, and the methods of Swoole\Server use it. It exists from start() to the end of the
// process or of start(). The role has the rest: ServerMaster, ServerWorker or UserProcess.
#pragma once

#include <memory>

#include "base/clock.h"
#include "net/listener.h"
#include "php/http/server_link.h"
#include "php/server/message/send_waits.h"
#include "php/server/server_commands.h"
#include "php/server/server_ports.h"
#include "php/server/task/task_client.h"
#include "php/server/telemetry/server_logs.h"
#include "proc/descriptor_line.h"
#include "proc/master.h"
#include "proc/task_ledger.h"
#include "serve/exchange.h"
#include "shm/places.h"
#include "shm/write_count.h"
#include "worker/remote_sends.h"
#include "worker/request_limit.h"
#include "worker/room_broadcasts.h"

namespace tern::php {

class RunningTasks;
class ServerWorker;
class UserProcess;

class ServerRole {
public:
    // True: a process that is forked now is the program's own, and no worker.
    virtual bool runs_program() const noexcept { return true; }
    // For a process that PHP code forked.
    virtual void leave_in_child() noexcept = 0;

protected:
    ~ServerRole() = default;
};

class ServerProcess final : public ServerLink {
public:
    explicit ServerProcess(ServerObject& server) noexcept;
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    // For the master, before it forks: makes the memory that all processes share.
    Error create_shared(const proc::Roster& roster) noexcept;
    // For the master: sets the target of reload(), shutdown(), upgrade() and stop_worker(); null when it has ended.
    void supervise(ServerRole& role, proc::Master* master) noexcept;
    // Call it after the fork: this process is no master any more. The identity is valid until the process ends.
    void become(proc::WorkerIdentity identity) noexcept;
    // For the template of the workers, which becomes them later. It has the user of the workers then.
    void become(ServerRole& role) noexcept;
    bool has_user_of_workers() const noexcept { return has_user_of_workers_; }
    void become(ServerWorker& worker, ServerRole& role, worker::RequestLimit& requests, RunningTasks* tasks) noexcept;
    void become(UserProcess& user, ServerRole& role) noexcept;
    // For a process that PHP code forked: it is no part of the server, and closes its sockets and channels.
    void leave_in_child() noexcept;

    ServerObject& server() noexcept { return server_; }
    ServerLogs& logs() noexcept { return logs_; }
    ServerPorts& ports() noexcept { return ports_; }
    net::Listener& admin_listener() noexcept { return admin_listener_; }
    // In an upgrade, the way of idle connections to the next server, and from the one before this.
    proc::DescriptorLine& departures() noexcept { return departures_; }
    void expect_arrivals(Fd socket) noexcept { arrivals_ = std::move(socket); }
    Fd take_arrivals() noexcept { return std::move(arrivals_); }
    // For the admin process: true when it must wait until the server takes over. Its address is the predecessor's until
    // then.
    bool waits_for_takeover() const noexcept { return waits_for_takeover_; }
    void wait_for_takeover(bool on) noexcept { waits_for_takeover_ = on; }
    const ServerConfig& config() const noexcept override { return *server_.config; }
    proc::SharedState& state() noexcept override { return state_; }
    proc::TaskLedger& task_ledger() noexcept { return task_ledger_; }
    shm::Places& db_places() noexcept { return db_places_; }
    shm::WriteCount& db_writes() noexcept { return db_writes_; }
    shm::Places& redis_places() noexcept { return redis_places_; }
    const worker::RoomHintTable& room_hints() const noexcept { return room_hints_; }
    proc::DescriptorRequests& descriptor_requests() noexcept override { return descriptor_requests_; }
    worker::Messenger& messenger() noexcept override { return messenger_; }
    worker::RemoteSends& remote_sends() noexcept { return remote_sends_; }
    worker::PacketForwards& packet_forwards() noexcept { return packet_forwards_; }
    SendWaits& send_waits() noexcept { return send_waits_; }
    TaskClient& task_client() noexcept { return task_client_; }
    ServerCommands& commands() noexcept { return commands_; }
    // Null in the master and in the program's own processes.
    ServerWorker* worker() noexcept { return worker_; }
    // Null except in user processes and in the admin process.
    UserProcess* user() noexcept { return user_; }
    // Null: this is no task worker.
    RunningTasks* running_tasks() noexcept { return running_tasks_; }
    proc::WorkerIdentity& identity() noexcept { return identity_; }
    // -1: in the master.
    int worker_id() const noexcept { return messenger_.worker_id(); }
    pid_t master_pid() const noexcept { return master_pid_; }
    int64_t started_at() const noexcept { return started_at_; }  // seconds since 1970
    void reopen_logs() noexcept;

    // For the methods of Swoole\Server; each works in the master and in all kinds of workers.
    Error reload(bool only_tasks) noexcept;
    Error shutdown() noexcept;
    Error upgrade() noexcept;
    Error stop_worker(int worker_id) noexcept;
    // See Master::want_worker().
    Error want_worker(int worker_id, int change) noexcept;
    void give_away(int signal) noexcept override {
        if (master_ != nullptr) master_->give_away(signal);
    }
    void take_back(int signal) noexcept override {
        if (master_ != nullptr) master_->take_back(signal);
    }
    bool kill_worker(pid_t pid) noexcept override { return master_ != nullptr && master_->kill_worker(pid); }
    // In the master: true when a new task might never run.
    bool tasks_leave() const noexcept { return master_ != nullptr && master_->tasks_leave(); }
    bool speaks_packets(uint32_t listener) const noexcept override;
    bool is_secure(uint32_t listener) const noexcept override;
    Error send(int64_t session_id, zend_string* data) override;
    Error close_session(int64_t session_id, bool reset) noexcept override;
    net::Listener take_admin_listener() noexcept override;
    serve::Exchange* find_exchange(int64_t session_id) noexcept;

private:
    static void on_remote_room(void* self);

    ServerObject& server_;
    proc::SharedState state_;
    proc::Inboxes inboxes_;
    proc::DescriptorRequests descriptor_requests_;
    proc::TaskLedger task_ledger_;
    shm::Places db_places_;      // of db_connections
    shm::WriteCount db_writes_;  // of db_shared_queries
    shm::Places redis_places_;
    worker::RoomHintTable room_hints_;
    worker::Messenger messenger_{state_, inboxes_};
    worker::RemoteSends remote_sends_{messenger_, on_remote_room, this};
    worker::PacketForwards packet_forwards_{messenger_};
    SendWaits send_waits_;
    ServerLogs logs_;
    ServerPorts ports_;
    net::Listener admin_listener_;
    proc::DescriptorLine departures_;
    Fd arrivals_;
    bool waits_for_takeover_ = false;
    bool has_user_of_workers_ = false;
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
// For methods: sets the return value to false when it returns null.
ServerProcess* running(zval* return_value);

}  // namespace tern::php
