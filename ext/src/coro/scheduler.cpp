#include "coro/coroutine.h"

namespace tern::coro {

namespace {
constexpr size_t kFirstBuckets = 256;
}

Scheduler::Scheduler(loop::Loop& loop) noexcept : loop_(loop), buckets_(kFirstBuckets, nullptr) {}

Coroutine* Scheduler::find(int64_t id) const noexcept {
    Coroutine* one = buckets_[bucket(id)];
    while (one != nullptr && one->id_ != id) one = one->next_in_bucket_;
    return one;
}

void Scheduler::insert(Coroutine& coroutine) noexcept {
    Coroutine*& head = buckets_[bucket(coroutine.id_)];
    coroutine.next_in_bucket_ = head;
    head = &coroutine;
}

void Scheduler::widen() noexcept {
    std::vector<Coroutine*> narrow(buckets_.size() * 2, nullptr);
    narrow.swap(buckets_);
    for (Coroutine* one : narrow) {
        while (one != nullptr) {
            Coroutine* following = one->next_in_bucket_;
            insert(*one);
            one = following;
        }
    }
}

void Scheduler::start(Coroutine& coroutine) noexcept {
    coroutine.scheduler_ = this;
    coroutine.id_ = ++last_id_;
    coroutine.parent_id_ = current_ == nullptr ? 0 : current_->id_;
    coroutine.started_ms_ = coarse_ms();
    coroutine.canceled_ = false;
    coroutine.hook(0, Deadline::never());
    if (count_ >= buckets_.size()) widen();
    insert(coroutine);
    if (++count_ > peak_) peak_ = count_;
    run(coroutine);
}

void Scheduler::run(Coroutine& coroutine) noexcept {
    Coroutine* before = current_;
    coroutine.previous_ = before;
    current_ = &coroutine;
    ++switches_;
    coroutine.enter();
    ++switches_;
    current_ = before;
}

void Scheduler::resume(Coroutine& coroutine, Wake reason) noexcept {
    TERN_CHECK(coroutine.suspended());
    coroutine.waits_for_ = Wait::nothing;
    coroutine.wake_ = reason;
    run(coroutine);
}

Wake Scheduler::suspend(Wait reason, Deadline until) noexcept {
    TERN_CHECK(current_ != nullptr);
    Coroutine& self = *current_;
    loop::Timer timer(
        [](void* sleeper) {
            auto* late = static_cast<Coroutine*>(sleeper);
            late->scheduler_->resume(*late, Wake::timed_out);
        },
        &self);
    if (until.finite()) loop_.start_timer(timer, until.at_ms - loop_.now_ms());
    self.waits_for_ = reason;
    self.leave();
    return self.wake_;
}

void Scheduler::resume_deferred(void* coroutine) noexcept {
    auto* next = static_cast<Coroutine*>(coroutine);
    next->scheduler_->resume(*next, Wake::resumed);
}

Wake Scheduler::give_way() noexcept {
    loop::Deferred turn(resume_deferred, current_);
    loop_.defer(turn);
    return suspend(Wait::turn, Deadline::never());
}

Error Scheduler::cancel(Coroutine& coroutine) noexcept {
    if (!coroutine.suspended()) return Error::wrong_operation;
    coroutine.canceled_ = true;
    resume(coroutine, Wake::canceled);
    return Error::ok;
}

void Scheduler::finish(Coroutine& coroutine) noexcept {
    Coroutine** link = &buckets_[bucket(coroutine.id_)];
    while (*link != &coroutine) link = &(*link)->next_in_bucket_;
    *link = coroutine.next_in_bucket_;
    --count_;
    while (Joiner* joiner = coroutine.joiners_.pop_front()) {
        if (--*joiner->left == 0) loop_.defer(*joiner->wake);
    }
}

}  // namespace tern::coro
