#include "shm/places.h"

#include <atomic>
#include <cerrno>
#include <new>

#include "base/check.h"
#include "base/clock.h"
#include "shm/process_name.h"

namespace tern::shm {

namespace {

constexpr int64_t kWaitingFreshMs = 200;  // waiting processes try more often
constexpr int64_t kSweepEveryMs = 100;

bool is_fresh(const std::atomic<int64_t>& asked_ms) noexcept {
    const int64_t at = asked_ms.load(std::memory_order_relaxed);
    return at != 0 && monotonic_ms() - at < kWaitingFreshMs;
}

}  // namespace

struct Places::Header {
    std::atomic<int64_t> wanted_ms{0};
    std::atomic<uint64_t> wanting{0};  // the process
    std::atomic<int64_t> starved_ms{0};
    std::atomic<uint64_t> starved{0};  // the process
    std::atomic<int64_t> next_sweep_ms{0};

    std::atomic<uint64_t>* owners() noexcept { return reinterpret_cast<std::atomic<uint64_t>*>(this + 1); }
};

Error Places::create(uint32_t count) noexcept {
    TERN_CHECK(header_ == nullptr);
    if (count == 0 || count > kMost) return Error::invalid_params;
    const size_t bytes = sizeof(Header) + count * sizeof(std::atomic<uint64_t>);
    if (Error error = memory_.create(bytes); error != Error::ok) return error;
    header_ = new (memory_.data()) Header;
    for (uint32_t i = 0; i < count; ++i) new (&header_->owners()[i]) std::atomic<uint64_t>{0};
    count_ = count;
    return Error::ok;
}

bool Places::take_free(uint64_t self) noexcept {
    for (uint32_t i = 0; i < count_; ++i) {
        std::atomic<uint64_t>& owner = header_->owners()[i];
        uint64_t nobody = 0;
        if (owner.load(std::memory_order_relaxed) == 0 && owner.compare_exchange_strong(nobody, self)) return true;
    }
    return false;
}

bool Places::try_take(uint32_t held) noexcept {
    const uint64_t self = this_process_name();
    const int64_t now = monotonic_ms();
    if (held > 0 && starved()) return false;
    if (take_free(self)) {
        if (header_->starved.load() == self) header_->starved_ms.store(0);
        return true;
    }
    header_->wanting.store(self, std::memory_order_relaxed);
    header_->wanted_ms.store(now);
    if (held == 0) {
        header_->starved.store(self);
        header_->starved_ms.store(now);
    }
    sweep(now);
    return take_free(self);
}

void Places::give_back() noexcept {
    const uint64_t self = this_process_name();
    for (uint32_t i = 0; i < count_; ++i) {
        uint64_t mine = self;
        if (header_->owners()[i].compare_exchange_strong(mine, 0)) return;
    }
}

void Places::sweep(int64_t now_ms) noexcept {
    int64_t due = header_->next_sweep_ms.load();
    if (now_ms < due || !header_->next_sweep_ms.compare_exchange_strong(due, now_ms + kSweepEveryMs)) return;
    uint64_t alive = this_process_name();
    for (uint32_t i = 0; i < count_; ++i) {
        std::atomic<uint64_t>& place = header_->owners()[i];
        uint64_t owner = place.load();
        if (owner == 0 || owner == alive) continue;
        if (!is_dead(owner)) {
            alive = owner;
            continue;
        }
        place.compare_exchange_strong(owner, 0);
    }
}

uint32_t Places::taken() const noexcept {
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count_; ++i) taken += header_->owners()[i].load() != 0 ? 1 : 0;
    return taken;
}

bool Places::wanted() const noexcept { return is_fresh(header_->wanted_ms); }

bool Places::wanted_elsewhere() const noexcept {
    return wanted() && header_->wanting.load(std::memory_order_relaxed) != this_process_name();
}

bool Places::starved() const noexcept { return is_fresh(header_->starved_ms); }

}  // namespace tern::shm
