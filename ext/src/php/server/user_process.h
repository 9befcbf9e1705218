// A process of the program's own among the workers of a server: what Server::addProcess() was given, from the fork to
// the end of the process. It runs the callback of a Swoole\Process, has no ports, and a loop only when the program
// makes one; it ends when the program's code does, and the master starts it again. To leave it gets a SIGTERM, which
// ends it unless the program listens to it. The admin process is one, too, with its line instead of a SIGTERM.
#pragma once

#include "loop/loop.h"
#include "loop/watch.h"
#include "php/server/server_process.h"

namespace tern::php {

class UserProcess final : public ServerRole {
public:
    // ServerProcess::become() was called; it outlives this.
    explicit UserProcess(ServerProcess& process) noexcept;
    UserProcess(const UserProcess&) = delete;
    UserProcess& operator=(const UserProcess&) = delete;

    [[noreturn]] void run() noexcept;

    bool is_admin() const noexcept;
    // It was told to.
    bool leaves() const noexcept { return leaves_; }
    void leave_in_child() noexcept override {}

private:
    Error settle_in() noexcept;
    void show_identity() noexcept;
    void watch_control() noexcept;
    void on_control() noexcept;
    void run_admin() noexcept;
    void leave(proc::DrainReason reason) noexcept;
    void leave_last() noexcept;

    ServerProcess& process_;
    ServerObject& server_;
    proc::WorkerIdentity& identity_;
    loop::Watch control_watch_;
    loop::Timer timeout_;     // how long it may outlive the master
    loop::Timer leave_last_;  // the admin process: when to look whether others are left
    int64_t last_at_ms_ = 0;
    bool leaves_ = false;
};

// How many processes a server starts.
uint32_t process_count(const ServerObject& server) noexcept;
// Tells each its worker id.
void name_processes(ServerObject& server, const proc::Roster& roster) noexcept;

// Into the pipe of one of them, from any other process of the server; what its read() gets. server_pipe_buffer_full: it
// has not read for a while, and nothing was written. bad_descriptor: it has no pipe.
Error write_to_process(ServerProcess& process, int worker_id, Bytes message) noexcept;

}  // namespace tern::php
