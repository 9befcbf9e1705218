#include "php/hooks/connection_claim.h"

#include <utility>

#include "php/hooks/blocking_calls.h"
#include "php/hooks/driver_objects.h"

namespace tern::php {

int64_t Claim::self() const noexcept { return coroutines_.current() == nullptr ? 0 : coroutines_.current()->id(); }

// A fatal error ends coroutines in the middle of their calls.
bool Claim::is_other(int64_t user) const noexcept {
    if (user == ConnectionUsers::kNone || user == self()) return false;
    return user == 0 || coroutines_.scheduler.find(user) != nullptr;
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
    ConnectionUsers& users = coroutines_.driver_calls.users;
    const int64_t self = this->self();
    const uint32_t wanted = std::exchange(count_, 0);
    for (uint32_t i = 0; i < wanted; ++i) {
        const void* connection = all_[i];
        const int64_t user = users.user(connection);
        if (user == self) continue;
        if (is_other(user)) {
            holder_ = user;
            give_back();
            return false;
        }
        users.begin(connection, self);
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
    const ConnectionUsers& users = coroutines_.driver_calls.users;
    bool refused = false;
    for (uint32_t i = 0; i < count_; ++i) refused = refused || is_other(users.user(all_[i]));
    clear();
    return refused;
}

void Claim::refuse(const zend_object* subject) const {
    const coro::Coroutine* holder = holder_ <= 0 ? nullptr : coroutines_.scheduler.find(holder_);
    throw_used_elsewhere(subject == nullptr ? nullptr : ZSTR_VAL(subject->ce->name), holder);
}

}  // namespace tern::php
