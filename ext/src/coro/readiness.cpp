#include "coro/readiness.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "coro/offloaded.h"

namespace tern::coro {

namespace {

// On the stack of the coroutine; dead when resume() returns.
class Waiter final : public loop::EventHandler {
public:
    explicit Waiter(Scheduler& scheduler) noexcept : scheduler_(scheduler), coroutine_(*scheduler.current()) {}

    Error watch(int fd, loop::Events wanted) noexcept {
        loop::Loop& loop = scheduler_.loop();
        fd_ = fd;
        Error error = loop.watch(fd_, wanted, loop::Trigger::level, *this);
        if (number(error) != EEXIST) return error;
        // Somebody else watches it: a second number for it may be watched, too.
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

private:
    void on_events(loop::Events events) override {
        ready_ = events;
        unwatch();
        scheduler_.resume(coroutine_, Wake::resumed);
    }

    Scheduler& scheduler_;
    Coroutine& coroutine_;
    int fd_ = -1;
    int copy_ = -1;
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
    const loop::Events ready = waiter.ready() & wanted;
    return ready == 0 ? wanted : ready;
}

}  // namespace tern::coro
