#include "shm/barrier.h"

#include "shm/process_name.h"

namespace tern::shm {

namespace {

constexpr int64_t kDeadEveryMs = 50;

}  // namespace

// Each step is one store, so a dead owner of the lock leaves nothing to repair. A new round makes all places free.
Barrier::Ticket Barrier::arrive(uint32_t waiters) noexcept {
    (void)lock_.lock();
    Ticket ticket{round_.load(), waiters};
    uint32_t taken = 0;
    for (uint32_t i = 0; i < waiters; ++i) {
        Place& place = places()[i];
        if (place.round.load() == ticket.round + 1) {
            ++taken;
        } else if (ticket.place == waiters) {
            ticket.place = i;
        }
    }
    const bool is_last = taken + 1 >= waiters;
    if (is_last) {
        round_.store(ticket.round + 1);
    } else {
        Place& place = places()[ticket.place];
        place.process.store(this_process_name());
        place.round.store(ticket.round + 1);
    }
    lock_.unlock();
    if (is_last) bell_.ring();
    return ticket;
}

void Barrier::finish(const Ticket& ticket, uint32_t waiters) noexcept {
    for (;;) {
        const uint32_t rings_before = bell_.listen();
        if (try_finish(ticket)) {
            bell_.keep_listening();
            return;
        }
        if (!bell_.sleep(rings_before, kDeadEveryMs)) release_dead(waiters);
    }
}

void Barrier::leave(const Ticket& ticket) noexcept {
    (void)lock_.lock();
    if (!try_finish(ticket)) places()[ticket.place].round.store(0);
    lock_.unlock();
}

void Barrier::release_dead(uint32_t waiters) noexcept {
    const uint64_t self = this_process_name();
    for (uint32_t i = 0; i < waiters; ++i) {
        Place& place = places()[i];
        const uint64_t process = place.process.load();
        if (place.round.load() != round_.load() + 1 || process == self || !is_dead(process)) continue;
        (void)lock_.lock();
        if (place.round.load() == round_.load() + 1 && place.process.load() == process) place.round.store(0);
        lock_.unlock();
    }
}

}  // namespace tern::shm
