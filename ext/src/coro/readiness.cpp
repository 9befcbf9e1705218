#include "coro/readiness.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "coro/offloaded.h"

namespace tern::coro {

namespace {

// It is on the stack of the coroutine, so it is invalid when resume() returns.
class Waiter final : public loop::EventHandler, public ReadinessHook {
public:
    explicit Waiter(Scheduler& scheduler) noexcept
        : scheduler_(scheduler),
          coroutine_(*scheduler.current()),
          goes_on_([](void* self) { static_cast<Waiter*>(self)->go_on(); }, this) {}

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
        go_on();
    }
    void go_on() noexcept { scheduler_.resume(coroutine_, Wake::resumed); }

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
