#include "boundary/signals.h"

#include <utility>

#include "coro/offloaded.h"

namespace tern::boundary {

Signals::Signals(coro::Scheduler& scheduler) noexcept
    : scheduler_(scheduler), watch_([](void* self) { static_cast<Signals*>(self)->on_readable(); }, this) {}

Error Signals::open() noexcept {
    if (inbox_.is_open()) return Error::ok;
    Error error = inbox_.open({});
    if (error == Error::ok) {
        error = scheduler_.loop().watch(inbox_.fd(), loop::kReadable, loop::Trigger::level, watch_);
    }
    if (error != Error::ok) inbox_.close();
    return error;
}

void Signals::close() noexcept {
    if (!inbox_.is_open()) return;
    scheduler_.loop().unwatch(inbox_.fd(), watch_);
    inbox_.close();
}

// Adds all signals, or none. `may_share`: those that a server of this process handles come by pass_on().
Error Signals::add(const sigset_t& wanted, bool may_share, sigset_t& added) noexcept {
    Error error = open();
    sigemptyset(&added);
    for (int signal = 1; signal < NSIG && error == Error::ok; ++signal) {
        if (sigismember(&wanted, signal) != 1) continue;
        if (users_[signal] == 0) error = inbox_.add(signal);
        if (may_share && error == Error::wrong_operation) {
            error = Error::ok;
            continue;
        }
        if (error != Error::ok) break;
        ++users_[signal];
        sigaddset(&added, signal);
    }
    if (error != Error::ok) remove(added);
    return error;
}

void Signals::remove(const sigset_t& wanted) noexcept {
    for (int signal = 1; signal < NSIG; ++signal) {
        if (sigismember(&wanted, signal) != 1) continue;
        if (--users_[signal] == 0) inbox_.remove(signal);
    }
    if (watchers_.empty() && listened_count_ == 0) close();
}

Error Signals::listen(int signal) noexcept {
    if (signal < 1 || signal >= NSIG) return Error::invalid_argument;
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, signal);
    sigset_t added;
    if (Error error = add(wanted, false, added); error != Error::ok) return error;
    sigaddset(&listened_, signal);
    ++listened_count_;
    return Error::ok;
}

void Signals::stop_listening(int signal) noexcept {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, signal);
    sigdelset(&listened_, signal);
    --listened_count_;
    remove(wanted);
}

void Signals::on_readable() noexcept {
    while (inbox_.is_open()) {
        Result<int> signal = inbox_.take();
        if (!signal.ok()) return;
        deliver(signal.value());
    }
}

// Marks all watchers first: a coroutine that waits again meanwhile waits for the next signal.
void Signals::deliver(int signal) noexcept {
    for (Watcher* one = watchers_.front(); one != nullptr; one = watchers_.next(*one)) {
        if (one->arrived_ == 0 && sigismember(&one->wanted_, signal) == 1) one->arrived_ = signal;
    }
    auto ready = [this] {
        Watcher* one = watchers_.front();
        while (one != nullptr && (one->arrived_ == 0 || one->sleeper_ == nullptr)) one = watchers_.next(*one);
        return one;
    };
    const bool listened = sigismember(&listened_, signal) == 1;
    while (Watcher* one = ready()) scheduler_.resume(*std::exchange(one->sleeper_, nullptr), coro::Wake::resumed);
    if (listened) handler_(listener_, signal);
}

Signals::Watcher::Watcher(Signals& signals, const sigset_t& wanted) noexcept : signals_(signals), wanted_(wanted) {
    error_ = signals_.add(wanted_, true, added_);
    if (error_ == Error::ok) signals_.watchers_.push_back(*this);
}

Signals::Watcher::~Watcher() {
    if (error_ != Error::ok) return;
    unlink();
    signals_.remove(added_);
}

Result<int> Signals::Watcher::next(coro::Wait reason, coro::Deadline until) noexcept {
    if (error_ != Error::ok) return error_;
    if (arrived_ == 0) {
        coro::Scheduler& scheduler = signals_.scheduler_;
        sleeper_ = scheduler.current();
        scheduler.loop().hold();
        coro::Wake wake = scheduler.suspend(reason, until);
        scheduler.loop().release();
        sleeper_ = nullptr;
        if (wake != coro::Wake::resumed) return coro::to_error(wake);
    }
    return std::exchange(arrived_, 0);
}

}  // namespace tern::boundary
