#include "coro/fd_wait.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "coro/io_observer.h"
#include "coro/offloaded.h"

namespace tern::coro {

using loop::Events;

// It is on the stack of the waiting coroutine.
struct FdWaits::Waiter {
    explicit Waiter(Scheduler& on) noexcept : scheduler(on), coroutine(*on.current()) {}
    // The coroutine may run at once, and then this object is gone.
    void wake(Events events) noexcept {
        ready |= events;
        awake = true;
        scheduler.wake(coroutine, Wake::resumed);
    }

    Scheduler& scheduler;
    Coroutine& coroutine;
    Events ready = 0;
    bool awake = false;  // it is to run
    bool closed = false;
    loop::Deferred later{[](void* self) { static_cast<Waiter*>(self)->wake(0); }, this};
};

// One descriptor.
class FdWaits::Slot final : public loop::EventHandler {
public:
    Slot(loop::Poller& poller, int fd) noexcept : poller_(poller), fd_(fd) {}

    int fd() const noexcept { return fd_; }
    Waiter* user(Events wanted) const noexcept {
        if (reads(wanted) && reader_ != nullptr) return reader_;
        return (wanted & loop::kWritable) != 0 ? writer_ : nullptr;
    }
    // It is linked even when the kernel returns an error.
    Error link(Waiter& waiter, Events wanted) noexcept {
        if ((wanted & loop::kWritable) != 0) writer_ = &waiter;
        if (reads(wanted)) {
            reader_ = &waiter;
            read_events_ = wanted & ~loop::kWritable;
        }
        return arm();
    }
    void unlink(const Waiter& waiter) noexcept {
        if (reader_ == &waiter) reader_ = nullptr;
        if (writer_ == &waiter) writer_ = nullptr;
    }
    void close() noexcept {
        for (Waiter* waiter : {reader_, writer_}) {
            if (waiter == nullptr) continue;
            waiter->closed = true;
            if (!waiter->awake) waiter->scheduler.loop().defer(waiter->later);
        }
        reader_ = writer_ = nullptr;
        registered_ = false;
    }

private:
    static bool reads(Events wanted) noexcept { return wanted != loop::kWritable; }
    static bool waits(const Waiter* waiter) noexcept { return waiter != nullptr && !waiter->awake; }

    Error arm() noexcept {
        Events wanted = waits(writer_) ? loop::kWritable : 0;
        if (waits(reader_)) wanted |= read_events_;
        Error error = registered_ ? poller_.change(fd_, wanted, loop::Trigger::once, *this)
                                  : poller_.add(fd_, wanted, loop::Trigger::once, *this);
        if (number(error) == ENOENT) error = poller_.add(fd_, wanted, loop::Trigger::once, *this);
        if (number(error) == EEXIST) error = poller_.change(fd_, wanted, loop::Trigger::once, *this);
        registered_ = awake_ = ok(error);
        return error;
    }

    // A waiter runs at once and may change everything, so the other one is checked afterwards.
    void on_events(Events events) override {
        awake_ = false;
        const bool write = (events & (loop::kWritable | loop::kBroken)) != 0;
        const bool read = (events & ~loop::kWritable) != 0;
        if (read && reader_ != nullptr) reader_->wake(events);
        if (write && writer_ != nullptr) writer_->wake(events);
        // If a waiter is left, the registration is activated again.
        if (awake_ || !(waits(reader_) || waits(writer_))) return;
        if (!ok(arm())) close();
    }

    loop::Poller& poller_;
    int fd_;
    Events read_events_ = 0;
    Waiter* reader_ = nullptr;
    Waiter* writer_ = nullptr;
    bool registered_ = false;
    bool awake_ = false;
};

FdWaits::FdWaits(Scheduler& scheduler) noexcept : scheduler_(scheduler) {}

FdWaits::~FdWaits() {
    if (open_) scheduler_.loop().unwatch(poller_.fd(), *this);
}

Error FdWaits::open() noexcept {
    if (open_) return Error::ok;
    if (Error error = poller_.open(); error != Error::ok) return error;
    open_ = true;
    return scheduler_.loop().watch(poller_.fd(), loop::kReadable, loop::Trigger::level, *this);
}

void FdWaits::on_events(Events) {
    if (ok(poller_.wait(0))) poller_.deliver();
}

FdWaits::Slot& FdWaits::slot(int fd) noexcept {
    const auto index = static_cast<size_t>(fd);
    if (index >= slots_.size()) slots_.resize(index + 1);
    if (slots_[index] == nullptr) slots_[index] = std::make_unique<Slot>(poller_, fd);
    return *slots_[index];
}

void FdWaits::on_close(int fd) noexcept {
    const auto index = static_cast<size_t>(fd);
    if (fd < 0 || index >= slots_.size() || slots_[index] == nullptr) return;
    slots_[index]->close();
}

FdWaits::Slot* FdWaits::busy(std::span<const FdInterest> interests) noexcept {
    for (const FdInterest& one : interests) {
        if (one.fd >= 0 && slot(one.fd).user(one.wanted) != nullptr) return &slot(one.fd);
    }
    return nullptr;
}

FdReady FdWaits::suspend(std::span<const FdInterest> interests, Deadline until, Wait reason) noexcept {
    Waiter self(scheduler_);
    Error error = Error::ok;
    size_t linked = 0;
    while (linked < interests.size() && ok(error)) {
        const FdInterest& one = interests[linked++];
        if (one.fd >= 0) error = slot(one.fd).link(self, one.wanted);
    }
    Wake wake = Wake::resumed;
    if (ok(error)) {
        IoObserver* observer = scheduler_.current()->observer();
        if (observer != nullptr) [[unlikely]]
            observer->on_wait(interests);
        scheduler_.loop().hold();
        wake = scheduler_.suspend(reason, until);
        scheduler_.loop().release();
        if (observer != nullptr) [[unlikely]]
            observer->on_waited(interests, wake == Wake::canceled);
    }
    for (const FdInterest& one : interests.first(linked)) {
        if (one.fd >= 0) slot(one.fd).unlink(self);
    }
    if (number(error) == EPERM) return {FdOutcome::ready, interests[linked - 1].wanted};
    if (wake == Wake::canceled) return {FdOutcome::canceled};
    if (error == Error::bad_descriptor || self.closed) return {FdOutcome::closed};
    if (!ok(error)) return {FdOutcome::failed};
    if (wake == Wake::timed_out) return {FdOutcome::timed_out};
    return {FdOutcome::ready, self.ready};
}

FdReady FdWaits::wait(std::span<const FdInterest> interests, Deadline until, Wait reason) noexcept {
    if (!ok(open())) return {FdOutcome::failed};
    if (Slot* taken = busy(interests)) {
        for (const FdInterest& one : interests) {
            if (one.fd != taken->fd() || taken->user(one.wanted) == nullptr) continue;
            return {FdOutcome::busy, 0, &taken->user(one.wanted)->coroutine, one.fd};
        }
    }
    return suspend(interests, until, reason);
}

namespace {

// It is on the stack of the coroutine, so it is invalid when resume() returns.
class Waiter final : public loop::EventHandler, public ReadinessHook {
public:
    explicit Waiter(Scheduler& scheduler) noexcept
        : scheduler_(scheduler), coroutine_(*scheduler.current()), goes_on_(Scheduler::resume_deferred, &coroutine_) {}

    Error watch(int fd, loop::Events wanted) noexcept {
        loop::Loop& loop = scheduler_.loop();
        this->fd = fd_ = fd;
        scheduler_.waiting_for_descriptors().push_back(*this);
        Error error = loop.watch(fd_, wanted, loop::Trigger::level, *this);
        if (number(error) != EEXIST) return error;
        // Other code watches the descriptor already; a duplicate can be watched, too.
        copy_ = fd_ = fcntl(fd, F_DUPFD_CLOEXEC, 0);
        if (copy_ < 0) return last_error();
        return loop.watch(fd_, wanted, loop::Trigger::level, *this);
    }
    void unwatch() noexcept {
        if (fd_ >= 0) scheduler_.loop().unwatch(fd_, *this);
        fd_ = -1;
        if (copy_ >= 0) ::close(std::exchange(copy_, -1));
    }
    ~Waiter() { unwatch(); }
    loop::Events ready() const noexcept { return ready_; }
    bool closed() const noexcept { return closed_; }
    void close_soon() noexcept {
        unwatch();
        closed_ = true;
        scheduler_.loop().defer(goes_on_);
    }

private:
    void on_events(loop::Events events) override {
        ready_ = events;
        unwatch();
        scheduler_.wake(coroutine_, Wake::resumed);
    }

    Scheduler& scheduler_;
    Coroutine& coroutine_;
    int fd_ = -1;
    int copy_ = -1;
    bool closed_ = false;
    loop::Deferred goes_on_;
    loop::Events ready_ = 0;
};

}  // namespace

Result<loop::Events> wait_ready(Scheduler& scheduler, int fd, loop::Events wanted, Wait reason,
                                Deadline until) noexcept {
    Waiter waiter(scheduler);
    if (Error error = waiter.watch(fd, wanted); error != Error::ok) return error;
    scheduler.loop().hold();
    Wake wake = scheduler.suspend(reason, until);
    scheduler.loop().release();
    if (wake != Wake::resumed) return to_error(wake);
    if (waiter.closed()) return Error::bad_descriptor;
    const loop::Events ready = waiter.ready() & wanted;
    return ready == 0 ? wanted : ready;
}

void wake_closed(Scheduler& scheduler, int fd) noexcept {
    List<ReadinessHook>& all = scheduler.waiting_for_descriptors();
    for (ReadinessHook* one = all.front(); one != nullptr; one = all.next(*one)) {
        if (one->fd == fd) static_cast<Waiter*>(one)->close_soon();
    }
}

}  // namespace tern::coro
