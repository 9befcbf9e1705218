#include "shm/scoreboard.h"

#include <algorithm>
#include <new>

#include "base/clock.h"

namespace tern::shm {

// --- A child

void PoolChild::fill(int32_t pid, int64_t now_s) noexcept {
    pid_.store(pid, std::memory_order_relaxed);
    started_s_.set(static_cast<uint64_t>(now_s));
    used_s_.set(static_cast<uint64_t>(now_s));
    for (Counter* number : {&requests_, &length_, &coroutine_, &accepted_ns_, &duration_us_, &memory_, &cpu_})
        number->set(0);
    method_.set({});
    uri_.set({});
    query_.set({});
    script_.set({});
    user_.set({});
}

void PoolChild::start(int32_t pid, int64_t now_s) noexcept {
    change([&] { fill(pid, now_s); });
    note_stage(ChildStage::idle);
}

bool PoolChild::add(int32_t pid, int64_t now_s) noexcept {
    ChildStage none = ChildStage::absent;
    if (!stage_.compare_exchange_strong(none, ChildStage::creating)) return false;
    start(pid, now_s);
    return true;
}

bool PoolChild::remove() noexcept {
    ChildStage idle = ChildStage::idle;
    return stage_.compare_exchange_strong(idle, ChildStage::absent);
}

bool PoolChild::begin(const ChildRequest& request) noexcept {
    ChildStage idle = ChildStage::idle;
    if (!stage_.compare_exchange_strong(idle, ChildStage::running)) return false;
    change([&] {
        requests_.increment();
        length_.set(static_cast<uint64_t>(request.length));
        coroutine_.set(static_cast<uint64_t>(request.coroutine));
        accepted_ns_.set(static_cast<uint64_t>(request.accepted_ns));
        method_.set(request.method);
        uri_.set(request.uri);
        query_.set(request.query);
        script_.set(request.script);
        user_.set(request.user);
    });
    return true;
}

void PoolChild::end(const ChildFigures& figures, int64_t now_s) noexcept {
    used_s_.set(static_cast<uint64_t>(now_s));
    duration_us_.set(static_cast<uint64_t>(figures.duration_us));
    memory_.set(static_cast<uint64_t>(figures.memory));
    cpu_.set(std::bit_cast<uint64_t>(figures.cpu));
    note_stage(ChildStage::idle);
}

void PoolChild::copy(ChildSnapshot& into) const noexcept {
    into.stage = stage();
    into.pid = pid_.load(std::memory_order_relaxed);
    into.started_s = static_cast<int64_t>(started_s_.get());
    into.used_s = static_cast<int64_t>(used_s_.get());
    into.requests = requests_.get();
    into.request.length = static_cast<int64_t>(length_.get());
    into.request.coroutine = static_cast<int64_t>(coroutine_.get());
    into.request.accepted_ns = static_cast<int64_t>(accepted_ns_.get());
    into.figures.duration_us = static_cast<int64_t>(duration_us_.get());
    into.figures.memory = static_cast<int64_t>(memory_.get());
    into.figures.cpu = std::bit_cast<double>(cpu_.get());
    into.request.method = Bytes(into.method.data(), method_.get(into.method));
    into.request.uri = Bytes(into.uri.data(), uri_.get(into.uri));
    into.request.query = Bytes(into.query.data(), query_.get(into.query));
    into.request.script = Bytes(into.script.data(), script_.get(into.script));
    into.request.user = Bytes(into.user.data(), user_.get(into.user));
}

// A writer may have been killed between two versions.
void PoolChild::read(ChildSnapshot& into) const noexcept {
    constexpr int kTries = 100;
    for (int i = 0; i < kTries; ++i) {
        const uint64_t before = version_.get();
        std::atomic_thread_fence(std::memory_order_acquire);
        copy(into);
        std::atomic_thread_fence(std::memory_order_acquire);
        if (before % 2 == 0 && version_.get() == before) return;
    }
}

// --- The board

struct alignas(64) Scoreboard::Header {
    std::atomic<int64_t> accepted{0};
    std::atomic<int64_t> active{0};
    std::atomic<int64_t> most_active{0};
    std::atomic<int64_t> memory_peak{0};
};

namespace {

void raise(std::atomic<int64_t>& number, int64_t value) noexcept {
    int64_t before = number.load(std::memory_order_relaxed);
    while (before < value && !number.compare_exchange_weak(before, value, std::memory_order_relaxed)) {}
}

}  // namespace

Error Scoreboard::create(uint32_t most) noexcept {
    if (most < 1 || most > kMost) return Error::invalid_params;
    if (Error error = memory_.create(sizeof(Header) + most * sizeof(PoolChild)); error != Error::ok) return error;
    header_ = new (memory_.data()) Header;
    children_ = reinterpret_cast<PoolChild*>(memory_.data() + sizeof(Header));
    for (uint32_t i = 0; i < most; ++i) new (&children_[i]) PoolChild;
    most_ = most;
    return Error::ok;
}

void Scoreboard::attach(uint32_t worker, uint32_t workers, int32_t pid) {
    pid_ = pid;
    free_.clear();
    free_.reserve(most_ / workers + 1);
    for (uint32_t number = most_; number-- > 0;) {
        if (number % workers != worker) continue;
        free_.push_back(number);
        PoolChild& one = child(number);
        if (one.is_active()) header_->active.fetch_sub(1, std::memory_order_relaxed);
        if (one.exists()) one.start(pid, wall_clock_s());
    }
}

void Scoreboard::add(uint32_t number, int32_t pid) noexcept { (void)child(number).add(pid, wall_clock_s()); }

PoolChild* Scoreboard::begin(const ChildRequest& request) noexcept {
    header_->accepted.fetch_add(1, std::memory_order_relaxed);
    raise(header_->most_active, header_->active.fetch_add(1, std::memory_order_relaxed) + 1);
    if (free_.empty()) return nullptr;
    PoolChild& next = child(free_.back());
    if (!next.begin(request)) return take_other(request);
    free_.pop_back();
    return &next;
}

// The child that was used last and is still there, so that those that are not needed become old. Else a new one.
PoolChild* Scoreboard::take_other(const ChildRequest& request) noexcept {
    for (size_t i = free_.size() - 1; i-- > 0;) {
        PoolChild& other = child(free_[i]);
        if (!other.begin(request)) continue;
        free_.erase(free_.begin() + static_cast<ptrdiff_t>(i));
        return &other;
    }
    PoolChild& fresh = child(free_.back());
    if (!fresh.exists()) remove_idle();
    fresh.start(pid_, wall_clock_s());
    (void)fresh.begin(request);
    free_.pop_back();
    return &fresh;
}

// The new one takes the place of an idle one of another worker: the pool does not grow while one is idle.
void Scoreboard::remove_idle() noexcept {
    for (uint32_t number = 0; number < most_; ++number) {
        if (child(number).remove()) return;
    }
}

void Scoreboard::end(PoolChild* child, const ChildFigures& figures) noexcept {
    header_->active.fetch_sub(1, std::memory_order_relaxed);
    raise(header_->memory_peak, figures.memory);
    if (child == nullptr) return;
    child->end(figures, wall_clock_s());
    free_.push_back(number_of(*child));
}

BoardCounts Scoreboard::counts() const noexcept {
    return {header_->accepted.load(std::memory_order_relaxed), header_->active.load(std::memory_order_relaxed),
            header_->most_active.load(std::memory_order_relaxed), header_->memory_peak.load(std::memory_order_relaxed)};
}

}  // namespace tern::shm
