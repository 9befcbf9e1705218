// The access log of one port in one worker. Lines gather in memory and are written when there are many, one second
// after the first of them at the latest, and by flush(). Lines that cannot be written are lost and counted; requests
// are not affected.
#pragma once

#include "base/log.h"
#include "loop/loop.h"
#include "serve/log/access_file.h"
#include "serve/log/access_format.h"
#include "shm/worker_counters.h"

namespace tern::serve {

class AccessLog {
public:
    // All but the format outlive it. `lost` counts lines.
    AccessLog(loop::Loop& loop, Log& log, shm::Counter& lost, AccessFile& file, Bytes format);
    AccessLog(const AccessLog&) = delete;
    AccessLog& operator=(const AccessLog&) = delete;

    // For logs that are renamed without a signal: checks the file before each write.
    void follow_renames() noexcept { follows_ = true; }

    const std::vector<std::string>& response_names() const noexcept { return format_.response_names(); }
    void add(const AccessEntry& entry) noexcept;
    void flush() noexcept;
    // Call it before the file is reopened.
    void on_reopen() noexcept;

private:
    static constexpr size_t kFlushAt = 64 * 1024;
    static constexpr int64_t kFlushAfterMs = 1000;

    void report_loss(Bytes lines, Error error) noexcept;
    void follow() noexcept;

    loop::Loop& loop_;
    Log& log_;
    shm::Counter& lost_;
    AccessFile& file_;
    AccessFormat format_;
    Buffer lines_;
    loop::Timer flush_;
    bool follows_ = false;
    bool torn_ = false;        // the file ends in the middle of a line
    bool complained_ = false;  // logged once, until the file is reopened
};

}  // namespace tern::serve
