// Says in a log which requests have become slow, with the PHP stack of their coroutines at that moment, and at their
// end what they took. Of one that waits the loop tells, by a timer. One that runs keeps the loop from that: a thread
// looks, which sleeps while no request runs, and finds the stack as the watchdog does.
#pragma once

#include <atomic>
#include <optional>
#include <pthread.h>

#include "loop/pulse.h"
#include "php/bridge/peek.h"
#include "php/runtime/blocking_report.h"
#include "proc/log_file.h"
#include "serve/telemetry/request_accounts.h"
#include "shm/counter.h"

namespace tern::php {

struct Runtime;

class SlowWatch final : public serve::SlowRequestWatcher {
public:
    explicit SlowWatch(Runtime& all) noexcept : all_(all) {}
    SlowWatch(const SlowWatch&) = delete;
    SlowWatch& operator=(const SlowWatch&) = delete;
    ~SlowWatch() { end(); }

    // On the thread that is watched: looks often enough for requests that are slow after `slow_ms`, from now on. The
    // first one that asks decides.
    void start(int64_t slow_ms) noexcept;
    void end() noexcept;
    // Before it starts; both for good. Without a file it is the log.
    void write_to(proc::LogFile& file) noexcept { file_ = &file; }
    void count_in(shm::Counter& counter) noexcept { counter_ = &counter; }

    // At a switch: what runs from now on works for this request; null: for none.
    void runs(serve::RequestAccount* account) noexcept;
    void on_slow(serve::RequestAccount& account) override;
    // Its answer is over, `status` was sent; the account is settled.
    void on_end(serve::RequestAccount& account, int status, int64_t now_ns) noexcept;
    // By the PHP thread that was interrupted.
    void answer() noexcept;

private:
    static void* watch(void* self);
    void look(uint64_t count) noexcept;
    void note(serve::RequestAccount& account) noexcept;
    void report_running(uint64_t count, bool own_thread) noexcept;
    bool add_request(BlockingText& text, const serve::RequestAccount* account, Peek& peek) noexcept;
    proc::LogFile& file() const noexcept;
    bool writes() const noexcept;

    static constexpr int64_t kGraceMs = 10;  // for an answer
    static constexpr int64_t kLooks = 4;     // in the time after which a request is slow
    static constexpr uint32_t kQuietLooks = 20;

    Runtime& all_;
    proc::LogFile* file_ = nullptr;
    shm::Counter* counter_ = nullptr;
    loop::Pulse pulse_;             // works while a request runs; another count for each switch
    std::optional<Peek> peek_;      // of the PHP thread
    std::optional<Peek> far_peek_;  // of the one that looks
    std::atomic<serve::RequestAccount*> running_{nullptr};
    std::atomic<int64_t> due_us_{0};     // when it becomes slow; 0: it does not, or is known to be
    std::atomic<uint64_t> asked_{0};     // the count that a report is due for; 0: none
    std::atomic<uint64_t> reported_{0};  // the count that one was made for
    int64_t pause_ms_ = 0;               // 0: does not run
    pthread_t thread_{};
    pid_t process_ = 0;
    int call_file_ = -1;
};

}  // namespace tern::php
