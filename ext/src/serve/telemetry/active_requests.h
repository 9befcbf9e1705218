// The requests of one port that are being handled, with their accounts, oldest first. Finds those that become slow.
#pragma once

#include "loop/loop.h"
#include "serve/telemetry/request_account.h"

namespace tern::serve {

// Is notified of slow requests.
class SlowRequestWatcher {
public:
    // Called on the loop when a request has become slow, while none of its coroutines runs. Not called if `slow` is
    // set.
    virtual void on_slow(RequestAccount& account) = 0;

protected:
    ~SlowRequestWatcher() = default;
};

class ActiveRequests {
public:
    // The loop and the watcher outlive it. slow_ms 0: none is slow.
    ActiveRequests(loop::Loop& loop, int64_t slow_ms, SlowRequestWatcher& watcher) noexcept
        : loop_(loop),
          watcher_(watcher),
          slow_us_(slow_ms * 1000),
          timer_([](void* self) { static_cast<ActiveRequests*>(self)->look(); }, this) {}
    ActiveRequests(const ActiveRequests&) = delete;
    ActiveRequests& operator=(const ActiveRequests&) = delete;
    ~ActiveRequests();

    // Handling begins at `now_ns`. The time before it counts as waiting: for the client's body, and for admission. The
    // exchange has the reference.
    RequestAccount& open(Exchange& exchange, int64_t now_ns) noexcept;

    // Calls `visit(account)` for each; it must not open or close any.
    template <class Visitor>
    void each(Visitor visit) {
        for (List<RequestAccount>* list : {&slow_, &open_}) {
            for (RequestAccount* one = list->front(); one != nullptr; one = list->next(*one)) visit(*one);
        }
    }

private:
    void look() noexcept;
    void wait_for_next() noexcept;

    loop::Loop& loop_;
    SlowRequestWatcher& watcher_;
    const int64_t slow_us_;
    List<RequestAccount> open_;
    List<RequestAccount> slow_;
    loop::Timer timer_;
};

}  // namespace tern::serve
