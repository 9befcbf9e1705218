// A process of the program's own among the workers of a server (Server::addProcess()), from the fork to the end of the
// process. It runs the callback of a Swoole\Process, has no ports, and a loop only if the program makes one. It ends
// with the program's code, and the master starts it again. SIGTERM makes it leave, and ends it unless the program
// handles the signal. The admin process is one, too, but uses its control channel instead of SIGTERM.
#pragma once

#include <vector>

#include "loop/loop.h"
#include "loop/poller.h"
#include "php/server/server_process.h"

namespace tern::php {

class UserProcess final : public ServerRole {
public:
    // Call ServerProcess::become() first. The process outlives this.
    explicit UserProcess(ServerProcess& process) noexcept;
    UserProcess(const UserProcess&) = delete;
    UserProcess& operator=(const UserProcess&) = delete;

    [[noreturn]] void run() noexcept;

    bool is_admin() const noexcept;
    void leave_in_child() noexcept override {}

private:
    Error init() noexcept;
    void show_identity() noexcept;
    void watch_control() noexcept;
    void on_control() noexcept;
    void run_admin() noexcept;
    void wait_for_takeover() noexcept;
    void leave(proc::DrainReason reason) noexcept;
    void leave_last() noexcept;

    ServerProcess& process_;
    ServerObject& server_;
    proc::WorkerIdentity& identity_;
    loop::Watch control_watch_;
    loop::Timer timeout_;     // how long it may outlive the master
    loop::Timer leave_last_;  // for the admin process: when to check again whether others are left
    int64_t last_at_ms_ = 0;
};

// How many processes a server starts.
uint32_t process_count(const ServerObject& server) noexcept;
// Worker ids of those that run only while they are asked for.
std::vector<int> processes_on_demand(const ServerObject& server, const proc::Roster& roster) noexcept;
// Gives each process object its worker id.
void name_processes(ServerObject& server, const proc::Roster& roster) noexcept;

// Writes to the pipe of a user process, from any other process of the server; its read() gets the message.
// server_pipe_buffer_full: it has not read for a while, and nothing was written. bad_descriptor: it has no pipe.
Error write_to_process(ServerProcess& process, int worker_id, Bytes message) noexcept;

}  // namespace tern::php
