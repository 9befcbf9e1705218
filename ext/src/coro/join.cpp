#include "coro/join.h"

namespace tern::coro {

Wake join(Scheduler& scheduler, const std::vector<Coroutine*>& others, Deadline until) noexcept {
    size_t left = others.size();
    std::vector<Joiner> joiners(left);
    for (size_t i = 0; i < others.size(); ++i) {
        joiners[i].waiter = scheduler.current();
        joiners[i].left = &left;
        others[i]->join_at_end(joiners[i]);
    }
    return left == 0 ? Wake::resumed : scheduler.suspend(Wait::join, until);
}

}  // namespace tern::coro
