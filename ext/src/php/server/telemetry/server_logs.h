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

// PHP's own messages in a server: warnings, error_log(). The SAPI writes them to standard error unless the setting
// error_log names a file. Their lines appear among those of the server's log, so they are escaped in the same way.
// Escapes them from now on, in this process and those that it forks.
void escape_php_log() noexcept;

// Fatal errors while a worker starts: one that was the last one, too, is not logged again, because the master tries
// again and again.

// For a worker process, which shares `failure` with the others.
void watch_start_errors(proc::StartFailure& failure) noexcept;
// The worker has started. The next error is logged whatever it is.
void end_start_errors() noexcept;

}  // namespace tern::php
