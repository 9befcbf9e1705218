// The template of the workers: a process that has loaded the program, and from which workers are forked. So they share
// its memory, and each of them finds the program loaded. The master starts a new template for each reload.
//
//      master                template                          worker
//        |-- fork -------------->|  loads the program              .
//        |<-------------- ready -|                                 .
//        |-- a worker ---------->|-- fork --> process in between   .
//        |                       |                |-- fork ------->|
//        |                       |              (ends)        child of the master
//        |<--------- its number -|                                 |
//        |                       |-- go ------------------------->|
//
// The process in between ends at once, so the worker becomes a child of the master, which is a child subreaper: the
// master waits for it and signals it like any other.
#pragma once

#include <vector>

#include "base/fd.h"
#include "proc/worker_process.h"

namespace tern::proc {

// A worker that a template forks. Its control channel goes with it.
struct TemplateFork {
    int32_t worker_id = -1;
    uint32_t generation = 0;
    uint32_t slot = 0;
    int32_t failed_starts = 0;
    bool replaces = false;
};

// The template as its master sees it.
class TemplateProcess {
public:
    static constexpr int64_t kForkMs = 10'000;   // the longest time for a fork
    static constexpr int64_t kAgainMs = 10'000;  // a template that has ended is replaced after this time
    // Of receive().
    enum class Event : uint8_t { none, ready, unsuitable, ended, overdue };

    TemplateProcess() = default;
    TemplateProcess(const TemplateProcess&) = delete;
    TemplateProcess& operator=(const TemplateProcess&) = delete;

    // Before the first worker. Without it there is never a template. Fails where the system has no subreapers.
    Error enable() noexcept;
    // The program has changed: a new template is due, now.
    void renew() noexcept;
    // No template is due any more.
    void close() noexcept;
    // It could not be started: it is due at that time.
    void postpone(int64_t until_ms) noexcept { at_ms_ = until_ms; }
    // The same as close(), and waits for its end.
    void end() noexcept;
    // For a child of the master.
    void leave() noexcept;

    bool due(int64_t now_ms) const noexcept { return phase_ == Phase::due && now_ms >= at_ms_; }
    // True: a worker must wait, as a template is due or loads the program.
    bool pending(int64_t now_ms) const noexcept { return phase_ == Phase::starting || due(now_ms); }
    bool ready() const noexcept { return phase_ == Phase::ready; }
    // When due() or receive() has something new; INT64_MAX: no time is known.
    int64_t next_ms() const noexcept;
    pid_t pid() const noexcept { return pid_; }
    // The channel, which is readable when receive() has something new; -1: there is none.
    int fd() const noexcept { return channel_.get(); }

    // Forks it. Returns the template's end of the channel in the template, and no descriptor in the master.
    Result<Fd> start(int64_t now_ms, int64_t timeout_ms) noexcept;
    // Without waiting. After each event but `ready` the channel is closed; with `unsuitable` and `overdue`, and when a
    // template has ended before it was ready, none is due before renew().
    Event receive(int64_t now_ms) noexcept;
    // Waits until the template has forked the worker, which is a child of this process. After an error the template is
    // closed, and another one due later; and so it is when it was so slow that its worker may not run.
    Result<pid_t> fork(const TemplateFork& worker, int control, int64_t now_ms) noexcept;
    void reopen_logs() noexcept;

private:
    enum class Phase : uint8_t { off, due, starting, ready, failed };
    void hang_up(Phase next, int64_t at_ms) noexcept;
    void reap() noexcept;
    Error send(const TemplateFork* worker, int control) noexcept;

    Phase phase_ = Phase::off;
    bool enabled_ = false;
    bool made_subreaper_ = false;
    int64_t at_ms_ = 0;  // when it is due, or overdue
    pid_t pid_ = 0;
    Fd channel_;
    std::vector<pid_t> ended_;  // processes to wait for
};

// The same in the template itself.
class TemplateChannel {
public:
    struct Next {
        enum class Kind : uint8_t { nothing, reopen_logs, worker, end } kind = Kind::nothing;
        WorkerIdentity identity;  // of a worker
    };

    TemplateChannel(Fd channel, pid_t master) noexcept : channel_(std::move(channel)), master_(master) {}

    // The program is loaded. False: no workers can be forked from this process.
    void report(bool suitable) noexcept;
    // For a process that the program forks.
    void leave() noexcept { channel_ = Fd(); }
    // Waits for the master. Forks a worker if it says so, and returns there with `worker`.
    Next next(int timeout_ms) noexcept;

private:
    Next fork(const TemplateFork& worker, Fd control) noexcept;
    pid_t fork_for_master(Fd& go) noexcept;

    Fd channel_;
    pid_t master_;
};

}  // namespace tern::proc
