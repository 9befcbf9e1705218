#include "shm/barrier.h"

#include "shm/process_name.h"

namespace tern::shm {

namespace {

constexpr int64_t kRoundLookEveryMs = 50;  // the last one may have died before it rang

}  // namespace

// Each step is one store, so a dead owner of the lock leaves nothing to repair. A new round makes all places free.
Barrier::Ticket Barrier::arrive(uint32_t waiters) noexcept {
    (void)lock_.lock();
    Ticket ticket{round_.load(), 0};
    const bool is_last = count(waiters) + 1 >= waiters && !has_dead(waiters);
    if (is_last) {
        round_.store(ticket.round + 1);
    } else {
        while (is_taken(places()[ticket.place])) ++ticket.place;
        Place& place = places()[ticket.place];
        place.process.store(this_process_name());
        place.round.store(ticket.round + 1);
    }
    lock_.unlock();
    if (is_last) bell_.ring();
    return ticket;
}

bool Barrier::is_taken(const Place& place) const noexcept { return place.round.load() == round_.load() + 1; }

uint32_t Barrier::count(uint32_t waiters) noexcept {
    uint32_t count = 0;
    for (uint32_t i = 0; i < waiters; ++i) count += is_taken(places()[i]) ? 1 : 0;
    return count;
}

// Removes them, with the lock. A waiter must not be released in place of one that died.
bool Barrier::has_dead(uint32_t waiters) noexcept {
    bool any = false;
    uint64_t alive = this_process_name();
    for (uint32_t i = 0; i < waiters; ++i) {
        Place& place = places()[i];
        const uint64_t process = place.process.load();
        if (!is_taken(place) || process == alive) continue;
        if (!is_dead(process)) {
            alive = process;
            continue;
        }
        place.round.store(0);
        any = true;
    }
    return any;
}

void Barrier::finish(const Ticket& ticket) noexcept {
    for (;;) {
        const uint32_t rings_before = bell_.listen();
        if (try_finish(ticket)) {
            bell_.keep_listening();
            return;
        }
        (void)bell_.sleep(rings_before, kRoundLookEveryMs);
    }
}

void Barrier::leave(const Ticket& ticket) noexcept {
    (void)lock_.lock();
    if (!try_finish(ticket)) places()[ticket.place].round.store(0);
    lock_.unlock();
}

}  // namespace tern::shm
