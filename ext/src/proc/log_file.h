// The file or standard error that log lines go to. One line is one write(2) to a descriptor opened with O_APPEND, so
// lines of several processes never mix. The message is escaped (base/escape), and all its lines but the first start
// with a tab: a client cannot forge a line. A log that cannot be written does not stop a server: lines are lost and
// counted, and standard error reports that once a minute.
//
//   [2026-11-21 01:02:03 #1234.0]\tINFO\tmessage          # master, $ manager, * worker, ^ task worker
#pragma once

#include <atomic>
#include <string>
#include <sys/types.h>

#include "base/log.h"
#include "base/result.h"

namespace tern::proc {

// The numbers are the published SWOOLE_LOG_ROTATION_* constants.
enum class Rotation : int { single = 0, monthly = 1, daily = 2, hourly = 3, every_minute = 4 };

// The losses of one log, by all processes that write to it. It may be in shared memory.
struct LogLosses {
    std::atomic<uint64_t> lines{0};
    std::atomic<int64_t> reported_s{0};  // when one of them last reported the losses; 0: never
    std::atomic<bool> torn{false};       // the file ends in the middle of a line
};

struct LogFileOptions {
    std::string path;                               // empty: standard error
    std::string date_format = "%Y-%m-%d %H:%M:%S";  // strftime(3)
    bool with_microseconds = false;
    bool has_prefix = true;                // the time and the process; otherwise lines begin with the level alone
    Rotation rotation = Rotation::single;  // others append ".202611", ".20261121", ... to the path
    const char* option = "log_file";       // the name of the log when it cannot be written
};

class LogFile final : public LogSink {
public:
    LogFile() = default;
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;
    ~LogFile();

    Error open(LogFileOptions options) noexcept;
    // Call it after another program has renamed the file. On failure the old file stays open.
    Error reopen() noexcept;
    // Sets the prefix of each line; call it again after a fork. role is one of # $ * ^ @.
    void set_writer(char role, pid_t pid, int worker_id) noexcept;

    void write(LogLevel level, Bytes message) override;
    // Begins the next file when `now` is in its time. If it cannot be opened, writing continues in the old one, and
    // this is reported once.
    void rotate_when_due(time_t now);
    // Writes to the open file from another thread than the one that writes and reopens.
    void write_aside(LogLevel level, Bytes message) noexcept;
    // Null: counts for this object alone, as it does at first.
    void count_in(LogLosses* losses) noexcept { losses_ = losses == nullptr ? &local_losses_ : losses; }
    uint64_t lost_lines() const noexcept { return losses_->lines.load(std::memory_order_relaxed); }
    int fd() const noexcept;
    const std::string& current_path() const noexcept { return current_path_; }

private:
    std::string path_at(time_t now) const noexcept;
    Error open_path(std::string path) noexcept;
    void report_loss(Bytes line, Error error) noexcept;
    size_t write_prefix(LogLevel level, int64_t now_us, char* line, size_t room) const noexcept;

    LogFileOptions options_;
    std::string current_path_;
    std::string refused_path_;  // the path of the last rotation that failed
    time_t rotation_checked_ = 0;
    LogLosses local_losses_;
    LogLosses* losses_ = &local_losses_;
    pid_t pid_ = 0;
    int worker_id_ = 0;
    int fd_ = -1;
    char role_ = '@';
};

}  // namespace tern::proc
