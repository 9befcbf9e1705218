// Signals for waiting coroutines and for one listener. Our handler for a signal is installed only while it is needed. A
// signal wakes all coroutines that wait for it.
#pragma once

#include <csignal>

#include "base/list.h"
#include "coro/coroutine.h"
#include "loop/poller.h"
#include "loop/signal_inbox.h"

namespace tern::boundary {

class Signals {
public:
    explicit Signals(coro::Scheduler& scheduler) noexcept;
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    ~Signals() { close(); }

    // Calls `handler` on the loop from now on. This does not keep the loop running.
    using Handler = void (*)(void* owner, int signal);
    void set_listener(Handler handler, void* owner) noexcept {
        handler_ = handler;
        listener_ = owner;
    }
    // wrong_operation: a server of this process handles it. Other errors as for Watcher. Call it once for each signal.
    Error listen(int signal) noexcept;
    void stop_listening(int signal) noexcept;
    // Wakes the coroutines that wait for a signal which a server of this process handles.
    void pass_on(int signal) noexcept { deliver(signal); }
    uint32_t listened_count() const noexcept { return listened_count_; }
    // In a forked child, which must not write to what the parent reads.
    void leave() noexcept { inbox_.leave(); }

    // Waits for signals. Signals between its construction and next() are not lost. It is on the stack of its coroutine.
    class Watcher : private ListHook {
    public:
        Watcher(Signals& signals, const sigset_t& wanted) noexcept;
        ~Watcher();
        // invalid_argument: one of them cannot be handled.
        Error error() const noexcept { return error_; }
        // The first signal to arrive. timed_out, coroutine_canceled. Suspends.
        Result<int> next(coro::Wait reason, coro::Deadline until) noexcept;

    private:
        friend class Signals;
        friend class tern::List<Watcher>;
        Signals& signals_;
        sigset_t wanted_;
        sigset_t added_{};  // those of `wanted_` that no server handles
        coro::Coroutine* sleeper_ = nullptr;
        int arrived_ = 0;
        Error error_ = Error::ok;
    };

private:
    Error add(const sigset_t& wanted, bool may_share, sigset_t& added) noexcept;
    void remove(const sigset_t& wanted) noexcept;
    Error open() noexcept;
    void close() noexcept;
    void on_readable() noexcept;
    void deliver(int signal) noexcept;

    coro::Scheduler& scheduler_;
    loop::SignalInbox inbox_;
    loop::Watch watch_;
    List<Watcher> watchers_;
    Handler handler_ = nullptr;
    void* listener_ = nullptr;
    sigset_t listened_{};
    uint32_t listened_count_ = 0;
    uint32_t users_[NSIG] = {};
};

}  // namespace tern::boundary
