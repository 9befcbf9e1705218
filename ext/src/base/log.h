// Log records: the level filter and the text of one line. The sink writes the lines (proc/log_file): base does no I/O.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/bytes.h"
#include "base/fd.h"
#include "base/result.h"

namespace tern {

// The numbers are the published SWOOLE_LOG_* constants.
enum class LogLevel : int { debug = 0, trace = 1, info = 2, notice = 3, warning = 4, error = 5, none = 6 };

class LogSink {
public:
    virtual void write(LogLevel level, Bytes message) = 0;

protected:
    ~LogSink() = default;
};

class Log {
public:
    Log(LogSink* sink, LogLevel least) noexcept : sink_(sink), least_(least) {}

    bool wants(LogLevel level) const noexcept { return level >= least_ && sink_ != nullptr; }
    void set_least(LogLevel least) noexcept { least_ = least; }
    // Logs one line; text above kMaxMessage is cut off. The sink escapes foreign text.
    [[gnu::format(printf, 3, 4)]] void print(LogLevel level, const char* format, ...) noexcept;

    static constexpr size_t kMaxMessage = 1536;

private:
    LogSink* sink_;
    LogLevel least_;
};

// Opens a file that lines are appended to, and creates it if it does not exist. A program that runs as root writes logs
// in folders where other users may write, so:
//
// - A symbolic link is followed only if root or this user has made it: EPERM.
// - A pipe (mkfifo) needs a reader: ENXIO.

Result<Fd> open_log(std::string path, mode_t mode) noexcept;

}  // namespace tern
