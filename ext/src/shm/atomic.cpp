#include "shm/atomic.h"

#include <algorithm>

#include "base/clock.h"

namespace tern::shm {

namespace {

// A woken waiter may have died before it took the number, so others check from time to time.
constexpr int64_t kLookEveryMs = 50;

uint32_t calls(uint64_t passes) noexcept { return static_cast<uint32_t>(passes >> 32); }
uint32_t left(uint64_t passes) noexcept { return static_cast<uint32_t>(passes); }
uint64_t with(uint32_t calls, uint32_t left) noexcept { return static_cast<uint64_t>(calls) << 32 | left; }

}  // namespace

// One waiter takes the number itself. The others use passes, which later waiters may not use. There are never more
// passes than waiters.
void AtomicSlot::wake(uint32_t count) noexcept {
    const uint32_t waiting = waiters.load();
    uint64_t old = passes.load();
    if (waiting > 1 && narrow.load() == 0) {
        uint64_t fresh;
        do {
            const uint64_t wanted = uint64_t{left(old)} + count - 1;
            fresh = with(calls(old) + 1, static_cast<uint32_t>(std::min<uint64_t>(wanted, waiting - 1)));
        } while (!passes.compare_exchange_weak(old, fresh));
    }
    uint32_t zero = 0;
    if (!narrow.compare_exchange_strong(zero, 1)) return;
    if (waiting != 0 || waiters.load() != 0) bell.ring();
}

AtomicWait::AtomicWait(AtomicSlot& slot) noexcept : slot_(slot), begun_at_(0) {
    slot_.waiters.fetch_add(1);
    begun_at_ = calls(slot_.passes.load());
}

AtomicWait::~AtomicWait() { slot_.waiters.fetch_sub(1); }

// Uses a pass first: a pass that is left would release another waiter later.
bool AtomicWait::try_finish() noexcept {
    uint64_t now = slot_.passes.load();
    while (calls(now) != begun_at_ && left(now) > 0) {
        if (slot_.passes.compare_exchange_weak(now, now - 1)) return true;
    }
    uint32_t one = 1;
    return slot_.narrow.load() == 1 && slot_.narrow.compare_exchange_strong(one, 0);
}

bool AtomicWait::finish(int64_t until_ms) noexcept {
    for (;;) {
        const uint32_t rings_before = slot_.bell.listen();
        if (try_finish()) return true;
        const int64_t left_ms = until_ms < 0 ? kLookEveryMs : std::min(kLookEveryMs, until_ms - monotonic_ms());
        if (left_ms <= 0) return false;
        (void)slot_.bell.sleep(rings_before, left_ms);
    }
}

}  // namespace tern::shm
