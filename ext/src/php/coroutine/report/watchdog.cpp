#include "php/coroutine/report/watchdog.h"

#include <algorithm>
#include <unistd.h>

#include "base/clock.h"
#include "loop/offload.h"
#include "php/coroutine/report/blocking_report.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/watch_thread.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

// Reads a value that another thread may write.
template <class Value>
Value glance(const Value& place) noexcept {
    return __atomic_load_n(&place, __ATOMIC_RELAXED);
}

}  // namespace

void Watchdog::run(int64_t threshold_ms) noexcept {
    if (threshold_ms == threshold_ms_) return;
    if (threshold_ms_ > 0) end();
    if (threshold_ms <= 0) return;
    peek_.emplace();
    call_file_ = boundary::open_call_file();
    times_file_ = boundary::open_times_file();
    process_ = getpid();
    threshold_ms_ = threshold_ms;
    coroutines_.loop.pulse().begin_watch();
    if (!loop::start_thread(thread_, watch_thread<&Watchdog::watch>(), this)) threshold_ms_ = 0;
}

// A forked child has this memory, but no thread to join.
void Watchdog::end() noexcept {
    coroutines_.loop.pulse().end_watch();
    if (getpid() == process_) pthread_join(thread_, nullptr);
    if (call_file_ >= 0) ::close(call_file_);
    if (times_file_ >= 0) ::close(times_file_);
    peek_.reset();
    threshold_ms_ = 0;
}

void* Watchdog::watch(void* watchdog) {
    auto& self = *static_cast<Watchdog*>(watchdog);
    loop::Pulse& pulse = self.coroutines_.loop.pulse();
    loop::Stall stall(self.threshold_ms_);
    const int64_t pause_ms = std::max<int64_t>(1, self.threshold_ms_ / 2);
    while (stall.quiet() < kQuietLooks ? pulse.pause(pause_ms) : pulse.sleep()) {
        const uint64_t count = pulse.count();
        self.clear_note(count);
        if (stall.look(count, self.now_ms(count))) self.look(stall, count);
    }
    return nullptr;
}

void Watchdog::clear_note(uint64_t count) noexcept {
    const uint64_t noted = noted_.load(std::memory_order_acquire);
    if (noted == 0 || noted == count) return;
    counters_->stall.clear();
    noted_.store(0, std::memory_order_relaxed);
}

// A clock that stands still while the thread waits for a processor.
int64_t Watchdog::now_ms(uint64_t count) noexcept {
    const boundary::ThreadTimes times = boundary::thread_times(times_file_);
    if (count != seen_) {
        seen_ = count;
        ran_before_ms_.store(times.ran_ms, std::memory_order_relaxed);
    }
    return monotonic_ms() - times.queued_ms;
}

// Processor time in the turn that is watched.
int64_t Watchdog::ran_ms() const noexcept {
    return boundary::thread_times(times_file_).ran_ms - ran_before_ms_.load(std::memory_order_relaxed);
}

// The kernel has not counted the current wait yet.
bool Watchdog::only_waits_for_processor(const boundary::BlockedCall& call) const noexcept {
    return times_file_ >= 0 && call.running && ran_ms() < threshold_ms_;
}

void Watchdog::look(loop::Stall& stall, uint64_t count) noexcept {
    if (only_waits_for_processor(boundary::blocked_call(call_file_)) && stall.first()) return stall.again();
    // The kernel adds a wait for a processor when it ends, and the clock goes back by that.
    const int64_t for_ms = stall.for_ms(now_ms(count));
    if (for_ms < threshold_ms_) return stall.first() ? stall.again() : void();
    if (stall.first() && counters_ != nullptr) counters_->blocking_count.increment();
    if (counters_ == nullptr && !TERN_G(log)->wants(LogLevel::warning)) return;
    asked_for_ms_.store(for_ms, std::memory_order_relaxed);
    asked_.store(count, std::memory_order_release);
    zend_atomic_bool_store(&EG(vm_interrupt), true);
    (void)coroutines_.loop.pulse().pause(kGraceMs);
    if (asked_.exchange(0) == count) report(count, std::max(for_ms, stall.for_ms(now_ms(count))), false);
}

void Watchdog::answer() noexcept {
    if (asked_.load(std::memory_order_relaxed) == 0) return;
    const uint64_t count = asked_.exchange(0);
    if (count != 0 && count == coroutines_.loop.pulse().count()) report(count, asked_for_ms_.load(), true);
}

void Watchdog::report(uint64_t count, int64_t for_ms, bool on_php_thread) noexcept {
    BlockingText text;
    Blocking blocking;
    blocking.for_ms = for_ms;
    blocking.switched_on = glance(boundary_.groups);
    blocking.in_coroutine = coroutines_.scheduler.current() != nullptr;
    if (!on_php_thread) blocking.call = boundary::blocked_call(call_file_);
    blocking.computes = (on_php_thread || blocking.call.running) && times_file_ >= 0 && 2 * ran_ms() >= for_ms;
    write_blocking(text, blocking, glance(EG(current_execute_data)), *peek_);
    // The thread has run meanwhile, so the copied data may be inconsistent.
    if (coroutines_.loop.pulse().count() != count) return;
    if (counters_ != nullptr) {
        counters_->stall.write(text.view());
        noted_.store(count, std::memory_order_release);
    }
    if (TERN_G(log)->wants(LogLevel::warning)) TERN_G(log_file)->write_aside(LogLevel::warning, text.view());
}

}  // namespace tern::php
