// The template of a server's workers (proc/template_process): it calls what boot_once() was given, once, and then the
// master has it fork workers. What the program has opened or begun while it booted cannot be shared by processes: then
// it says so, and each worker boots the program itself.
#pragma once

#include "php/server/server_process.h"

namespace tern::php {

class ServerTemplate final : public ServerRole {
public:
    // For the process that the master has just forked.
    ServerTemplate(ServerProcess& process, Fd channel) noexcept;
    ServerTemplate(const ServerTemplate&) = delete;
    ServerTemplate& operator=(const ServerTemplate&) = delete;

    // Returns in each worker, with its identity.
    proc::WorkerIdentity run() noexcept;

    bool runs_program() const noexcept override { return booting_; }
    void leave_in_child() noexcept override { channel_.leave(); }

private:
    void init() noexcept;
    void boot() noexcept;
    void call_program() noexcept;
    [[noreturn]] void refuse(const char* why) noexcept;

    ServerProcess& process_;
    ServerObject& server_;
    Log& log_;
    proc::TemplateChannel channel_;
    bool booting_ = false;
    bool left_calls_ = false;  // the program has set a function for a signal, or for each turn of the loop
    uint32_t opcache_generation_ = 0;
};

}  // namespace tern::php
