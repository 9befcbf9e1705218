#include "coro/join.h"

namespace tern::coro {

Wake join(Scheduler& scheduler, const std::vector<Coroutine*>& others, Deadline until) noexcept {
    size_t left = others.size();
    if (left == 0) return Wake::resumed;
    loop::Deferred wake(Scheduler::resume_deferred, scheduler.current());
    std::vector<Joiner> joiners(left);
    for (size_t i = 0; i < others.size(); ++i) {
        joiners[i].wake = &wake;
        joiners[i].left = &left;
        others[i]->join_at_end(joiners[i]);
    }
    return scheduler.suspend(Wait::join, until);
}

}  // namespace tern::coro
