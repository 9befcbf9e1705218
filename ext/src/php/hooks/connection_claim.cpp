#include "php/hooks/connection_claim.h"

#include <utility>

#include "php/hooks/blocking_calls.h"
#include "php/hooks/driver_objects.h"

namespace tern::php {

int64_t Claim::self() const noexcept { return coroutines_.current() == nullptr ? 0 : coroutines_.current()->id(); }

int64_t Claim::other_user(const void* connection) const noexcept {
    const int64_t user = coroutines_.driver_calls.users.user(connection);
    if (user == ConnectionUsers::kNone || user == self()) return ConnectionUsers::kNone;
    // A fatal error ends coroutines in the middle of their calls.
    return user == 0 || coroutines_.scheduler.find(user) != nullptr ? user : ConnectionUsers::kNone;
}

void Claim::add(const void* connection) {
    if (count_ == room_) {
        auto* wider = static_cast<const void**>(safe_emalloc(room_, 2 * sizeof(void*), 0));
        for (uint32_t i = 0; i < count_; ++i) wider[i] = all_[i];
        if (all_ != few_) efree(all_);
        all_ = wider;
        room_ *= 2;
    }
    all_[count_++] = connection;
}

// What this coroutine uses already, in an outer call, is left to that call.
bool Claim::begin() {
    const int64_t self = this->self();
    const uint32_t wanted = std::exchange(count_, 0);
    for (uint32_t i = 0; i < wanted; ++i) {
        const void* connection = all_[i];
        holder_ = other_user(connection);
        if (holder_ != ConnectionUsers::kNone) {
            give_back();
            return false;
        }
        if (coroutines_.driver_calls.users.user(connection) == self) continue;
        coroutines_.driver_calls.users.begin(connection, self);
        all_[count_++] = connection;
    }
    return true;
}

void Claim::give_back() noexcept {
    for (uint32_t i = 0; i < count_; ++i) coroutines_.driver_calls.users.end(all_[i]);
    clear();
}

void Claim::clear() noexcept {
    count_ = 0;
    if (all_ != few_) efree(all_);
    all_ = few_;
}

void Claim::end() {
    give_back();
    if (!coroutines_.driver_calls.unfreed.empty()) [[unlikely]]
        free_unused_objects(coroutines_);
}

bool Claim::is_refused() noexcept {
    bool refused = false;
    for (uint32_t i = 0; i < count_; ++i) refused = refused || other_user(all_[i]) != ConnectionUsers::kNone;
    clear();
    return refused;
}

void Claim::refuse(const zend_object* subject) const {
    const coro::Coroutine* holder = holder_ <= 0 ? nullptr : coroutines_.scheduler.find(holder_);
    throw_used_elsewhere(subject == nullptr ? nullptr : ZSTR_VAL(subject->ce->name), holder);
}

}  // namespace tern::php
