#include "php/socket/driver/connection_claim.h"

#include "php/coroutine/hooks/blocking_calls.h"
#include "php/socket/driver/driver_objects.h"

namespace tern::php {

// A fatal error ends coroutines in the middle of their calls.
bool Claim::is_in_call(int64_t user) const noexcept {
    return user == 0 || (user != DriverCalls::kNone && coroutines_.scheduler.find(user) != nullptr);
}

void Claim::widen() {
    auto* wider = static_cast<const void**>(safe_emalloc(room_, 2 * sizeof(void*), 0));
    for (uint32_t i = 0; i < count_; ++i) wider[i] = all_[i];
    if (all_ != few_) efree(all_);
    all_ = wider;
    room_ *= 2;
}

bool Claim::pause() {
    constexpr int64_t kPauseMs = 10;
    return coroutines_.may_suspend() &&
           coroutines_.scheduler.suspend(coro::Wait::lock, coro::Deadline::in(kPauseMs)) != coro::Wake::canceled;
}

bool Claim::give_up(int64_t holder) noexcept {
    holder_ = holder;
    give_back();
    return false;
}

void Claim::narrow() noexcept {
    efree(all_);
    all_ = few_;
    room_ = kFew;
}

void Claim::free_unused(Coroutines& coroutines) { free_unused_objects(coroutines); }

bool Claim::is_refused() noexcept {
    const int64_t self = this->self();
    bool refused = false;
    for (uint32_t i = 0; i < count_ && !refused; ++i) {
        const int64_t* user = coroutines_.driver_calls.users.find(all_[i]);
        refused = user != nullptr && *user != self && is_in_call(*user);
    }
    count_ = 0;
    if (all_ != few_) narrow();
    return refused;
}

void Claim::refuse(const zend_object* subject) const {
    const coro::Coroutine* holder = holder_ <= 0 ? nullptr : coroutines_.scheduler.find(holder_);
    throw_used_elsewhere(subject == nullptr ? nullptr : ZSTR_VAL(subject->ce->name), holder);
}

}  // namespace tern::php
