#include "php/coroutine/program/program_poll.h"

#include <algorithm>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utility>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/program_entry.h"

namespace tern::php {

using loop::Trigger;

void ProgramPoll::Alarm::on_events(loop::Events) {
    uint64_t times = 0;
    if (::read(timer.get(), &times, sizeof times) > 0) delay_ns = -1;
}

ProgramPoll::~ProgramPoll() {
    if (gone_ != nullptr) *gone_ = true;
    leave_loop();
    zval_ptr_dtor(&callable_);
}

Error ProgramPoll::open() noexcept {
    if (Error error = poller_.open(); error != Error::ok) return error;
    alarm_.timer = Fd(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    if (!alarm_.timer.open()) return last_error();
    Error error = poller_.add(alarm_.timer.get(), loop::kReadable, Trigger::level, alarm_);
    // Nothing is awaited before arm().
    if (error == Error::ok) error = runtime_->loop.watch(poller_.fd(), 0, Trigger::once, *this);
    if (error == Error::ok) runtime_->polls.push_back(*this);
    return error;
}

bool ProgramPoll::usable() const noexcept {
    return runtime_ != nullptr && runtime_ == runtime() && !runtime_->loop.copied();
}

ProgramPoll::Descriptor& ProgramPoll::at(int fd) noexcept {
    const auto index = static_cast<size_t>(fd);
    if (index >= descriptors_.size()) descriptors_.resize(index + 1);
    if (descriptors_[index] == nullptr) descriptors_[index] = std::make_unique<Descriptor>(*this, fd);
    return *descriptors_[index];
}

// A number may be another descriptor by now: the kernel has dropped the closed one.
Error ProgramPoll::watch(int fd, loop::Events wanted) noexcept {
    Descriptor& one = at(fd);
    std::erase_if(files_, [fd](const Ready& file) { return file.fd == fd; });
    Error error =
        one.watched ? poller_.change(fd, wanted, Trigger::level, one) : poller_.add(fd, wanted, Trigger::level, one);
    if (number(error) == ENOENT) error = poller_.add(fd, wanted, Trigger::level, one);
    if (number(error) == EEXIST) error = poller_.change(fd, wanted, Trigger::level, one);
    one.watched = ok(error);
    if (number(error) != EPERM) return error;
    files_.push_back({fd, wanted});
    return Error::ok;
}

void ProgramPoll::unwatch(int fd) noexcept {
    Descriptor& one = at(fd);
    std::erase_if(files_, [fd](const Ready& file) { return file.fd == fd; });
    if (std::exchange(one.watched, false)) poller_.remove(fd, one);
}

const std::vector<ProgramPoll::Ready>& ProgramPoll::collect() noexcept {
    ready_.clear();
    if (ok(poller_.wait(0))) poller_.deliver();
    ready_.insert(ready_.end(), files_.begin(), files_.end());
    return ready_;
}

void ProgramPoll::set_alarm(int64_t delay_ns) noexcept {
    delay_ns = std::max<int64_t>(delay_ns, -1);
    // A time that is over stays so until collect().
    if (delay_ns <= 0 && delay_ns == alarm_.delay_ns) return;
    constexpr int64_t kSecond = 1'000'000'000;
    itimerspec at{};
    if (delay_ns >= 0) {
        at.it_value.tv_sec = delay_ns / kSecond;
        at.it_value.tv_nsec = delay_ns % kSecond;
        if (delay_ns == 0) at.it_value.tv_nsec = 1;
    }
    (void)timerfd_settime(alarm_.timer.get(), 0, &at, nullptr);
    alarm_.delay_ns = delay_ns;
}

void ProgramPoll::arm(int64_t delay_ns) noexcept {
    if (!usable()) return;
    armed_ = true;
    if (!files_.empty()) delay_ns = 0;
    if (delay_ns == 0 && held_) {
        fires_soon_ = true;
        if (!soon_.pending()) runtime_->loop.defer(soon_);
        return;
    }
    set_alarm(delay_ns);
    if (watched_) return;
    watched_ = true;
    (void)runtime_->loop.rewatch(poller_.fd(), loop::kReadable, Trigger::once, *this);
}

void ProgramPoll::disarm() noexcept {
    armed_ = fires_soon_ = false;
    if (resumed_.empty()) soon_.withdraw();
}

void ProgramPoll::hold(bool held) noexcept {
    if (runtime_ == nullptr || std::exchange(held_, held) == held) return;
    held ? runtime_->loop.hold() : runtime_->loop.release();
}

void ProgramPoll::resume_soon(int64_t coroutine) noexcept {
    if (!usable()) return;
    resumed_.push_back(coroutine);
    if (!soon_.pending()) runtime_->loop.defer(soon_);
}

// The program may destroy this object meanwhile: `gone`.
void ProgramPoll::resume_now(const bool& gone) noexcept {
    Runtime& runtime = *runtime_;
    for (const int64_t id : std::exchange(resumed_, {})) {
        coro::Coroutine* one = runtime.bailed || gone ? nullptr : runtime.scheduler.find(id);
        if (one == nullptr || one->waits_for() != coro::Wait::suspension) continue;
        runtime.scheduler.resume(*one, coro::Wake::resumed);
    }
}

// Coroutines that the call resumes continue in the same turn. Then comes what the call has left for later.
void ProgramPoll::at_turn_end() noexcept {
    bool gone = false;
    gone_ = &gone;
    resume_now(gone);
    for (int n = 0; n < kResumesPerTurn && !gone && fires_soon_; ++n) {
        fire();
        if (gone || resumed_.empty()) break;
        resume_now(gone);
    }
    if (gone) return;
    gone_ = nullptr;
    if (resumed_.empty() && !fires_soon_) soon_.withdraw();
}

void ProgramPoll::on_events(loop::Events) {
    watched_ = false;
    fire();
}

void ProgramPoll::fire() noexcept {
    if (!armed_ || !usable()) return;
    disarm();
    LoopCall call{{}, 0, {}};
    ZVAL_COPY(&call.callable, &callable_);
    call_back(*runtime_, call);
}

void ProgramPoll::leave_loop() noexcept {
    if (runtime_ == nullptr) return;
    disarm();
    soon_.withdraw();
    hold(false);
    if (poller_.fd() >= 0) runtime_->loop.unwatch(poller_.fd(), *this);
    runtime_ = nullptr;
    unlink();
}

}  // namespace tern::php
