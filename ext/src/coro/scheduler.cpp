#include <utility>

#include "coro/coroutine.h"

namespace tern::coro {

namespace {
constexpr size_t kFirstBuckets = 256;
}

Scheduler::Scheduler(loop::Loop& loop, loop::Loop::Clock clock) noexcept
    : loop_(loop), order_(*this, loop, clock), buckets_(kFirstBuckets, nullptr) {}

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
    if (current_ != nullptr && current_->precedence_ != nullptr) [[unlikely]]
        coroutine.precedence_ = RunOrder::share(*current_->precedence_);
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
    if (coroutine.linked()) [[unlikely]]
        coroutine.unlink();
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
            late->scheduler_->wake(*late, Wake::timed_out);
        },
        &self);
    if (until.finite()) loop_.start_timer(timer, until.at_ms - loop_.now_ms());
    self.waits_for_ = reason;
    self.leave();
    return self.wake_;
}

void Scheduler::resume_deferred(void* coroutine) noexcept {
    auto* next = static_cast<Coroutine*>(coroutine);
    if (!next->suspended()) return;  // after a fatal error a resumed coroutine does not continue
    next->scheduler_->resume(*next, Wake::resumed);
}

Wake Scheduler::give_way() noexcept {
    loop::Deferred turn(resume_deferred, current_);
    loop_.defer(turn);
    return suspend(Wait::turn, Deadline::never());
}

Wake Scheduler::end_slice() noexcept {
    if (current_->precedence_ == nullptr) return give_way();
    order_.wake(*current_, Wake::resumed);
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
    if (coroutine.precedence_ != nullptr) [[unlikely]]
        order_.leave(*std::exchange(coroutine.precedence_, nullptr));
    while (Joiner* joiner = coroutine.joiners_.pop_front()) {
        if (--*joiner->left == 0) loop_.defer(*joiner->wake);
    }
}

Wake join(Scheduler& scheduler, const std::vector<Coroutine*>& others, Deadline until) noexcept {
    size_t left = others.size();
    if (left == 0) return Wake::resumed;
    loop::Deferred wake(Scheduler::resume_deferred, scheduler.current());
    std::vector<Joiner> joiners(left);
    for (size_t i = 0; i < others.size(); ++i) {
        joiners[i].wake = &wake;
        joiners[i].left = &left;
        others[i]->join_at_end(joiners[i]);
    }
    const Wake woken = scheduler.suspend(Wait::join, until);
    return woken == Wake::timed_out && left == 0 ? Wake::resumed : woken;
}

const char* describe(Wait wait) noexcept {
    switch (wait) {
        case Wait::nothing: return "nothing";
        case Wait::yield: return "resume()";
        case Wait::sleep: return "a time to pass";
        case Wait::response: return "a client to read";
        case Wait::body: return "more of a request's body";
        case Wait::message: return "a message of a WebSocket";
        case Wait::channel_push: return "room in a channel";
        case Wait::channel_pop: return "a value of a channel";
        case Wait::channels: return "one of several channels";
        case Wait::join: return "other coroutines to end";
        case Wait::group: return "other coroutines";
        case Wait::lock: return "a lock";
        case Wait::connection: return "a connection to a database";
        case Wait::atomic: return "a number to become 1";
        case Wait::event: return "a descriptor";
        case Wait::task: return "a task worker";
        case Wait::offload: return "a thread";
        case Wait::name: return "the addresses of a name";
        case Wait::process: return "a child process";
        case Wait::signal: return "a signal";
        case Wait::turn: return "its next time slice";
        case Wait::start: return "older requests";
        case Wait::suspension:
        case Wait::background: return "an event of its event loop";
    }
    return "nothing";
}

}  // namespace tern::coro
