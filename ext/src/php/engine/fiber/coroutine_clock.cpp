#include "php/engine/fiber/coroutine_clock.h"

#include "php/engine/state/engine_heap.h"

namespace tern::php {

namespace {

serve::HeapLevel heap_level() noexcept {
    return {static_cast<int64_t>(OwnHeap::size_of_all()), static_cast<int64_t>(OwnHeap::peak_of_all())};
}

serve::WaitKind kind_of(coro::Wait wait) noexcept {
    using coro::Wait;
    using serve::WaitKind;
    switch (wait) {
        case Wait::event: return WaitKind::socket;
        case Wait::sleep: return WaitKind::sleep;
        case Wait::offload: return WaitKind::file;
        case Wait::name: return WaitKind::dns;
        case Wait::yield:
        case Wait::channel_push:
        case Wait::channel_pop:
        case Wait::channels:
        case Wait::join:
        case Wait::group:
        case Wait::suspension:
        case Wait::background:
        case Wait::lock:
        case Wait::connection:
        case Wait::atomic: return WaitKind::lock;
        case Wait::response:
        case Wait::body:
        case Wait::message: return WaitKind::client;
        case Wait::start:
        case Wait::turn: return WaitKind::queue;
        case Wait::task: return WaitKind::task;
        case Wait::nothing:
        case Wait::process:
        case Wait::signal: break;
    }
    return WaitKind::other;
}

}  // namespace

void CoroutineClock::charge(ProgramCoroutine* running, int64_t now_ns) noexcept {
    if (running != nullptr) running->ran_ns += now_ns - since_ns_;
    if (serve::RequestAccount* account = account_of(running)) account->pause(now_ns, heap_level());
    since_ns_ = now_ns;
}

void CoroutineClock::run(serve::RequestAccount* account, int64_t now_ns) noexcept {
    if (account != nullptr) account->run(now_ns, heap_level());
    if (watcher_ != nullptr) watcher_->on_run(account);
}

void CoroutineClock::enter(ProgramCoroutine* from, ProgramCoroutine& to) noexcept {
    const int64_t now_ns = read_clock_ns(CLOCK_MONOTONIC);
    charge(from, now_ns);
    if (to.account != nullptr) {
        to.account->count_switch();
        if (to.account->coroutine_id == to.id()) to.account->go_on(now_ns);
    }
    run(to.account, now_ns);
}

void CoroutineClock::leave(ProgramCoroutine& from, ProgramCoroutine* to) noexcept {
    if (to == nullptr && outside_ == nullptr && !from.suspended() && from.account != nullptr &&
        from.account->unread()) {
        if (watcher_ != nullptr) watcher_->on_run(nullptr);
        std::exchange(from.account, nullptr)->release();
        return;  // its time after the answer is not needed
    }
    const int64_t now_ns = read_clock_ns(CLOCK_MONOTONIC);
    charge(&from, now_ns);
    serve::RequestAccount* ended = nullptr;
    if (from.account != nullptr) {
        const bool handles = from.account->coroutine_id == from.id();
        if (!from.suspended()) {  // it has ended
            if (handles) from.account->coroutine_id = 0;
            ended = std::exchange(from.account, nullptr);
        } else if (handles) {
            from.account->wait(kind_of(from.waits_for()), now_ns);
        }
    }
    run(account_of(to), now_ns);
    if (ended != nullptr) ended->release();
}

void CoroutineClock::handle(ProgramCoroutine* fiber, serve::RequestAccount& account) noexcept {
    account.retain();
    if (fiber == nullptr) {
        outside_ = &account;
    } else {
        if (fiber->account != nullptr) fiber->account->release();  // of the request that has led to this one
        fiber->account = &account;
        account.coroutine_id = fiber->id();
    }
    account.count_switch();
    run(&account, since_ns_);
}

void CoroutineClock::end_outside() noexcept {
    if (outside_ == nullptr) return;
    charge(nullptr, read_clock_ns(CLOCK_MONOTONIC));
    serve::RequestAccount* ended = std::exchange(outside_, nullptr);
    run(nullptr, since_ns_);
    ended->release();
}

void CoroutineClock::inherit(const ProgramCoroutine* parent, ProgramCoroutine& child) noexcept {
    child.account = parent == nullptr ? nullptr : parent->account;
    if (child.account != nullptr) child.account->retain();
}

int64_t CoroutineClock::settle(ProgramCoroutine* running, int64_t now_ns) noexcept {
    now_ns = std::max(now_ns, since_ns_);  // `now_ns` may be rounded to microseconds
    if (running != nullptr) running->ran_ns += now_ns - since_ns_;
    if (serve::RequestAccount* account = account_of(running)) {
        const serve::HeapLevel heap = heap_level();
        account->pause(now_ns, heap);
        account->run(now_ns, heap);
    }
    since_ns_ = now_ns;
    return now_ns;
}

}  // namespace tern::php
