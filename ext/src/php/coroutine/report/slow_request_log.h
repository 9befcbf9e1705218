// Logs requests that have become slow, with the PHP stack of their coroutines at that moment, and their figures at
// their end. A timer of the loop finds a slow request that waits. A slow request that is running blocks the loop, so a
// thread finds it. The thread sleeps while no request runs, and reads the stack as the watchdog does.
#pragma once

#include <atomic>
#include <optional>
#include <pthread.h>

#include "loop/pulse.h"
#include "php/coroutine/report/slow_trace.h"
#include "php/engine/fiber/coroutine_clock.h"
#include "proc/log_file.h"
#include "serve/telemetry/active_requests.h"
#include "shm/counter.h"

namespace tern::php {

struct Coroutines;

class SlowRequestLog final : public serve::SlowRequestWatcher, public RunWatcher {
public:
    explicit SlowRequestLog(Coroutines& coroutines) noexcept : coroutines_(coroutines) {}
    SlowRequestLog(const SlowRequestLog&) = delete;
    SlowRequestLog& operator=(const SlowRequestLog&) = delete;
    ~SlowRequestLog() { end(); }

    // Call it on the thread that is watched. From now on the other thread checks often enough for requests that are
    // slow after `slow_ms`. The first call decides.
    void start(int64_t slow_ms) noexcept;
    void end() noexcept;
    // Call these before it starts. They are for good. Without a file the log is used.
    void write_to(proc::LogFile& file) noexcept { file_ = &file; }
    void count_in(shm::Counter& counter) noexcept { counter_ = &counter; }
    // Where the stacks go instead of the file, if it is wanted.
    SlowTrace& trace() noexcept { return trace_; }

    void on_run(serve::RequestAccount* account) noexcept override;
    void on_slow(serve::RequestAccount& account) override;
    // Call it when the response is complete and `status` was sent. The account is settled.
    void on_end(serve::RequestAccount& account, int status, int64_t now_ns) noexcept;
    // Is called on the PHP thread that was interrupted.
    void answer() noexcept;

private:
    static void* watch(void* self);
    void look(uint64_t count) noexcept;
    void note(serve::RequestAccount& account) noexcept;
    void report_running(uint64_t count, bool on_php_thread) noexcept;
    void trace_running(uint64_t count, Peek& peek) noexcept;
    bool add_request(BlockingText& text, const serve::RequestAccount* account, Peek& peek) noexcept;
    proc::LogFile& file() const noexcept;
    bool writes() const noexcept;

    static constexpr int64_t kGraceMs = 10;  // for a report of the PHP thread
    static constexpr int64_t kLooks = 4;     // checks within the time after which a request is slow
    static constexpr uint32_t kQuietLooks = 20;

    Coroutines& coroutines_;
    SlowTrace trace_;
    proc::LogFile* file_ = nullptr;
    shm::Counter* counter_ = nullptr;
    loop::Pulse pulse_;             // works while a request runs; another count for each switch
    std::optional<Peek> peek_;      // of the PHP thread
    std::optional<Peek> far_peek_;  // of the watching thread
    std::atomic<serve::RequestAccount*> running_{nullptr};
    std::atomic<int64_t> due_us_{0};     // when it becomes slow; 0: never, or already reported
    std::atomic<uint64_t> asked_{0};     // the count that a report is due for; 0: none
    std::atomic<uint64_t> reported_{0};  // the count that a report was made for
    int64_t pause_ms_ = 0;               // 0: does not run
    pthread_t thread_{};
    pid_t process_ = 0;
    int call_file_ = -1;
};

}  // namespace tern::php
