#include "loop/timer_wheel.h"

#include <bit>

namespace tern::loop {

void TimerWheel::start(Timer& timer, int64_t expires_ms) noexcept {
    timer.expires_ms_ = expires_ms > now_ms_ ? expires_ms : now_ms_ + 1;
    if (timer.expires_ms_ - now_ms_ > kLongest / 2) timer.expires_ms_ = now_ms_ + kLongest / 2;
    place(timer);
}

// The level is that of the highest digit in which expiry and now differ. Every timer there expires within the current
// turn of the level above, so each slot has the timers of one time span only.
void TimerWheel::place(Timer& timer) noexcept {
    uint64_t differs = static_cast<uint64_t>(timer.expires_ms_) ^ static_cast<uint64_t>(now_ms_);
    int level = differs == 0 ? 0 : (std::bit_width(differs) - 1) / kBits;
    if (level >= kLevels) level = kLevels - 1;
    int slot = static_cast<int>((timer.expires_ms_ >> (level * kBits)) & (kSlots - 1));
    levels_[level].slots[slot].push_back(timer);
    levels_[level].occupied |= uint64_t{1} << slot;
}

TimerWheel::Due TimerWheel::next_due() noexcept {
    for (int level = 0; level < kLevels; ++level) {
        Level& ring = levels_[level];
        if (ring.occupied == 0) continue;
        int shift = level * kBits;
        int now_slot = static_cast<int>((now_ms_ >> shift) & (kSlots - 1));
        while (ring.occupied != 0) {
            int ahead = std::countr_zero(std::rotr(ring.occupied, now_slot));
            int slot = (now_slot + ahead) & (kSlots - 1);
            if (ring.slots[slot].empty()) {
                ring.occupied &= ~(uint64_t{1} << slot);
                continue;
            }
            int64_t span_start = ((now_ms_ >> shift) + ahead) << shift;
            return {level, slot, span_start > now_ms_ ? span_start : now_ms_};
        }
    }
    return {};
}

int64_t TimerWheel::next_wake_ms() noexcept {
    Due due = next_due();
    return due.level < 0 ? -1 : due.at_ms;
}

bool TimerWheel::only_sinks(int64_t now_ms) noexcept {
    const Due due = next_due();
    if (due.level < 1 || due.at_ms > now_ms) return false;
    List<Timer>& span = levels_[due.level].slots[due.slot];
    for (Timer* timer = span.front(); timer != nullptr; timer = span.next(*timer)) {
        if (timer->expires_ms_ <= now_ms) return false;
    }
    return true;
}

void TimerWheel::fire_or_sink(const Due& due) noexcept {
    List<Timer> span;
    span.splice_back(levels_[due.level].slots[due.slot]);
    levels_[due.level].occupied &= ~(uint64_t{1} << due.slot);
    List<Timer> ripe;
    while (Timer* timer = span.pop_front()) {
        if (timer->expires_ms_ > now_ms_) {
            place(*timer);
        } else {
            ripe.push_back(*timer);
        }
    }
    // After all have moved down, as a timer that a callback starts must come after the existing ones.
    while (Timer* timer = ripe.pop_front()) timer->callback_(timer->owner_);
}

void TimerWheel::advance(int64_t now_ms) noexcept {
    for (;;) {
        Due due = next_due();
        if (due.level < 0 || due.at_ms > now_ms) break;
        now_ms_ = due.at_ms;
        fire_or_sink(due);
    }
    if (now_ms > now_ms_) now_ms_ = now_ms;
}

}  // namespace tern::loop
