// The access log of one port in one worker: lines gather in memory and are written when there are many, a second after
// the first of them at the latest, and by flush(). What cannot be written is lost and counted: requests go on.
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

    // Where no signal says that the file was renamed: each time that lines are written looks for it.
    void follow_renames() noexcept { follows_ = true; }

    const std::vector<std::string>& answer_names() const noexcept { return format_.answer_names(); }
    void add(const AccessEntry& entry) noexcept;
    void flush() noexcept;
    // Before the file is opened again.
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
    bool complained_ = false;  // said once, until the file is opened again
};

}  // namespace tern::serve
