#include "shm/process_lock.h"

#include <algorithm>
#include <cerrno>
#include <new>

#include "base/check.h"
#include "base/clock.h"
#include "base/cpu.h"
#include "shm/bell.h"
#include "shm/process_name.h"

namespace tern::shm {

namespace {

// Flags in the owner's word besides its name. The highest bits of a name belong to the process number and are 0.
constexpr uint64_t kClaim = uint64_t{1} << 63;   // it waits for readers to leave
constexpr uint64_t kOrphan = uint64_t{1} << 62;  // an exclusive owner died, and there was none since
constexpr uint64_t kName = ~(kClaim | kOrphan);

constexpr int64_t kFirstLookMs = 5;
constexpr int64_t kNextLookMs = 50;
constexpr int64_t kOvertakenMs = 20;   // a process that waits for so long goes before later ones
constexpr int64_t kMarkFreshMs = 100;  // waiting processes refresh their mark more often

// The flags that stay after an owner's death.
uint64_t after_death(uint64_t word) noexcept { return (word & kClaim) != 0 ? word & kOrphan : kOrphan; }

}  // namespace

struct ProcessLock::Shared {
    std::atomic<uint64_t> owner{0};
    std::atomic<uint64_t> next{0};  // the process that has waited for long; 0: none
    std::atomic<int64_t> next_ms{0};
    Bell bell;
    std::atomic<uint32_t> used{0};  // of `readers`, so far
    alignas(64) std::atomic<uint64_t> readers[kMostReaders];
};

Error ProcessLock::create() noexcept {
    TERN_CHECK(shared_ == nullptr);
    static_assert(sizeof(Shared) == kBytes);
    if (Error error = memory_.create(sizeof(Shared)); error != Error::ok) return error;
    shared_ = new (memory_.data()) Shared;
    return Error::ok;
}

void ProcessLock::attach(void* memory) noexcept { shared_ = static_cast<Shared*>(memory); }

uint64_t ProcessLock::self() noexcept {
    const uint64_t name = this_process_name();
    if (name == process_) return name;
    process_ = name;
    waits_since_ms_ = 0;
    times_shared_ = 0;
    return name;
}

bool ProcessLock::has_alone() const noexcept { return (shared_->owner.load() & ~kOrphan) == this_process_name(); }

uint32_t ProcessLock::times_shared() const noexcept { return this_process_name() == process_ ? times_shared_ : 0; }

bool ProcessLock::gives_way(uint64_t self, IsDead dead) const noexcept {
    const uint64_t next = shared_->next.load();
    return next != 0 && next != self && coarse_ms() - shared_->next_ms.load() < kMarkFreshMs && !dead(next);
}

void ProcessLock::stand_in_line(uint64_t self, IsDead dead) noexcept {
    const int64_t now = coarse_ms();
    if (waits_since_ms_ == 0) waits_since_ms_ = now;
    if (now - waits_since_ms_ < kOvertakenMs || gives_way(self, dead)) return;
    uint64_t next = shared_->next.load();
    if (next == self || shared_->next.compare_exchange_strong(next, self)) shared_->next_ms.store(now);
}

// --- alone

bool ProcessLock::has_readers(IsDead dead) noexcept {
    const uint32_t used = shared_->used.load();
    for (uint32_t i = 0; i < used; ++i) {
        uint64_t reader = shared_->readers[i].load();
        if (reader == 0) continue;
        if (reader == process_ || !dead(reader)) return true;
        shared_->readers[i].compare_exchange_strong(reader, 0);
    }
    return false;
}

Taken ProcessLock::take_alone(uint64_t self, IsDead dead) noexcept {
    uint64_t word = shared_->owner.load();
    const uint64_t owner = word & kName;
    if (owner == self) {
        if ((word & kClaim) == 0) return Taken::no;
    } else {
        if (owner != 0 && !dead(owner)) return Taken::no;
        if (gives_way(self, dead)) return Taken::no;
        const uint64_t orphan = owner == 0 ? word & kOrphan : after_death(word);
        if (!shared_->owner.compare_exchange_strong(word, self | kClaim | orphan)) return Taken::no;
        word = orphan;
    }
    if (has_readers(dead)) return Taken::no;
    shared_->owner.store(self);
    return (word & kOrphan) != 0 ? Taken::from_dead : Taken::yes;
}

void ProcessLock::drop_claim(uint64_t self) noexcept {
    const uint64_t word = shared_->owner.load();
    if ((word & ~kOrphan) != (self | kClaim)) return;
    shared_->owner.store(word & kOrphan);
    wake();
}

// --- shared

bool ProcessLock::enter_at(uint32_t place, uint64_t self) noexcept {
    uint32_t used = shared_->used.load();
    while (used <= place && !shared_->used.compare_exchange_weak(used, place + 1)) continue;
    uint64_t nobody = 0;
    if (!shared_->readers[place].compare_exchange_strong(nobody, self)) return false;
    place_ = place;
    return true;
}

bool ProcessLock::enter(uint64_t self) noexcept {
    if (enter_at(place_, self)) return true;
    for (uint32_t i = 0; i < kMostReaders; ++i) {
        if (shared_->readers[i].load() == 0 && enter_at(i, self)) return true;
    }
    for (uint32_t i = 0; i < kMostReaders; ++i) {
        uint64_t reader = shared_->readers[i].load();
        if (reader != 0 && is_dead(reader)) shared_->readers[i].compare_exchange_strong(reader, 0);
        if (enter_at(i, self)) return true;
    }
    return false;
}

Taken ProcessLock::share(uint64_t self, IsDead dead) noexcept {
    uint64_t word = shared_->owner.load();
    const uint64_t owner = word & kName;
    if (owner != 0) {
        if (owner == self || !dead(owner)) return Taken::no;
        if (!shared_->owner.compare_exchange_strong(word, after_death(word))) return Taken::no;
    }
    if (gives_way(self, dead)) return Taken::no;
    if (times_shared_ == 0) {
        if (!enter(self)) return Taken::no;
        word = shared_->owner.load();
        if ((word & kName) != 0) {
            shared_->readers[place_].store(0);
            wake();
            return Taken::no;
        }
    }
    ++times_shared_;
    return (shared_->owner.load() & kOrphan) != 0 ? Taken::from_dead : Taken::yes;
}

void ProcessLock::share_again() noexcept { ++times_shared_; }

// --- both

Taken ProcessLock::attempt(Mode mode, Waiting waiting, IsDead dead) noexcept {
    const uint64_t name = self();
    const Taken taken = mode == Mode::exclusive ? take_alone(name, dead) : share(name, dead);
    if (taken != Taken::no) {
        waits_since_ms_ = 0;
        uint64_t next = name;
        if (shared_->next.load() == name) shared_->next.compare_exchange_strong(next, 0);
    } else if (waiting == Waiting::yes) {
        stand_in_line(name, dead);
    } else if (mode == Mode::exclusive) {
        drop_claim(name);
    }
    return taken;
}

Taken ProcessLock::try_take(Mode mode, Waiting waiting) noexcept { return attempt(mode, waiting, is_dead); }

Taken ProcessLock::spin(Mode mode) noexcept {
    Taken taken = attempt(mode, Waiting::no, is_surely_dead);
    for (int i = 0; i < spins_ && taken == Taken::no; ++i) {
        pause_cpu();
        if ((shared_->owner.load() & kName) == 0) taken = attempt(mode, Waiting::no, is_surely_dead);
    }
    return taken;
}

Taken ProcessLock::take(Mode mode, int64_t until_ms) noexcept {
    Taken taken = spin(mode);
    IsDead dead = is_surely_dead;
    for (int64_t wait_ms = kFirstLookMs; taken == Taken::no; wait_ms = kNextLookMs) {
        const uint32_t rings_before = shared_->bell.listen();
        taken = attempt(mode, Waiting::yes, dead);
        if (taken != Taken::no) {
            shared_->bell.keep_listening();
            break;
        }
        const int64_t left = until_ms < 0 ? wait_ms : std::min(wait_ms, until_ms - monotonic_ms());
        if (left <= 0) {
            leave_queue();
            break;
        }
        dead = shared_->bell.sleep(rings_before, left) ? is_surely_dead : is_dead;
    }
    return taken;
}

void ProcessLock::leave_queue() noexcept {
    const uint64_t name = self();
    waits_since_ms_ = 0;
    drop_claim(name);
    uint64_t next = name;
    shared_->next.compare_exchange_strong(next, 0);
    shared_->bell.keep_listening();  // the wake-up was meant for another process
    shared_->bell.ring();
}

// A woken process takes care of the others. One is enough if all want exclusive access and their order does not matter.
void ProcessLock::wake() noexcept {
    const bool anyone = shared_->used.load() == 0 && shared_->next.load() == 0;
    shared_->bell.ring(anyone ? 1 : INT_MAX);
}

void ProcessLock::give_back() noexcept {
    const uint64_t name = self();
    if (times_shared_ > 0) {
        if (--times_shared_ > 0) return;
        shared_->readers[place_].store(0);
    } else {
        TERN_CHECK((shared_->owner.load() & ~kOrphan) == name);
        shared_->owner.store(0);
    }
    wake();
}

bool ProcessLock::give_back_of_any() noexcept {
    uint64_t word = shared_->owner.load();
    if ((word & kName) == 0 || (word & kClaim) != 0) return false;
    if (!shared_->owner.compare_exchange_strong(word, 0)) return false;
    wake();
    return true;
}

}  // namespace tern::shm
