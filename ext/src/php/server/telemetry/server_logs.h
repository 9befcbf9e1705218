// The log files of all processes of a server. The master opens them before it forks. Each process reopens its own
// descriptors when the files are rotated.
#pragma once

#include "base/log.h"
#include "php/http/options/server_config.h"
#include "proc/log_file.h"
#include "proc/shared_state.h"

namespace tern::php {

class ServerLogs {
public:
    ServerLogs() noexcept;
    ServerLogs(const ServerLogs&) = delete;
    ServerLogs& operator=(const ServerLogs&) = delete;
    ~ServerLogs();

    Error open(const ServerConfig& config) noexcept;
    void count_losses(proc::SharedState& state) noexcept;
    void reopen() noexcept;
    // Null: slow requests are written to the log.
    proc::LogFile* slow_log() noexcept { return has_slow_log_ ? &slow_log_ : nullptr; }

private:
    Error open_slow_log(const ServerConfig& config) noexcept;

    Log& log_;
    proc::LogFile slow_log_;
    bool has_slow_log_ = false;
};

}  // namespace tern::php
