// The connections that one call of a client extension uses, from its begin to its end. While it waits, calls of other
// coroutines with the same connections throw: the extension is in the middle of changing its buffers.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// A local of a call, without a destructor. Only end() frees what it has, after any begin().
class Claim {
public:
    explicit Claim(Coroutines& coroutines) noexcept : coroutines_(coroutines) {}

    // What stands for a connection: the address of the extension's data of it, or of an object.
    void add(const void* connection) {
        if (count_ == room_) [[unlikely]]
            widen();
        all_[count_++] = connection;
    }
    bool empty() const noexcept { return count_ == 0; }
    // False: another coroutine uses one of them, and this claim has none. What this coroutine uses already, in an outer
    // call, is left to that call.
    bool begin() {
        const int64_t self = this->self();
        const uint32_t wanted = count_;
        count_ = 0;
        for (uint32_t i = 0; i < wanted; ++i) {
            const void* connection = all_[i];
            int64_t& user = coroutines_.driver_calls.users.find_or_add(connection, DriverCalls::kNone);
            if (user == self) continue;
            if (user != DriverCalls::kNone && is_in_call(user)) [[unlikely]]
                return give_up(user);
            user = self;
            all_[count_++] = connection;
        }
        return true;
    }
    // begin() for what nothing can refuse: waits for the end of the other call. If this code may not wait, the claim
    // has no connection afterwards. `add` adds them.
    template <class Add>
    void begin_at_last(Add add) {
        bool may_wait = true;
        for (add(*this); !begin() && may_wait; add(*this)) may_wait = pause();
    }
    // Frees the objects that wait for one of these connections, which may suspend.
    void end() {
        give_back();
        if (!coroutines_.driver_calls.unfreed.empty()) [[unlikely]]
            free_unused(coroutines_);
    }
    static void free_unused(Coroutines& coroutines);
    // In place of begin(): whether another coroutine uses one of them. The claim is empty afterwards.
    bool is_refused() noexcept;
    // Throws a Swoole\Error after begin() returned false. `subject`: the class; null: the function tells.
    void refuse(const zend_object* subject) const;

private:
    static constexpr uint32_t kFew = 6;

    int64_t self() const noexcept {
        const coro::Coroutine* current = coroutines_.scheduler.current();
        return current == nullptr ? 0 : current->id();
    }
    void widen();
    // False: this code may not wait, or not longer.
    bool pause();
    // Gives back what begin() has got.
    void give_back() noexcept {
        for (uint32_t i = 0; i < count_; ++i) coroutines_.driver_calls.users.erase(all_[i]);
        count_ = 0;
        if (all_ != few_) [[unlikely]]
            narrow();
    }
    void narrow() noexcept;
    bool give_up(int64_t holder) noexcept;
    // Whether the user of a connection, another than this coroutine, is in its call still.
    bool is_in_call(int64_t user) const noexcept;

    Coroutines& coroutines_;
    int64_t holder_ = DriverCalls::kNone;
    uint32_t count_ = 0;
    uint32_t room_ = kFew;
    const void** all_ = few_;
    const void* few_[kFew];
};

// A claim of one connection, which is what most calls need. False: a call uses it already, of this or of another
// coroutine. Then a Claim tells more.
inline bool begin_single(Coroutines& coroutines, const void* connection) {
    int64_t& user = coroutines.driver_calls.users.find_or_add(connection, DriverCalls::kNone);
    if (user != DriverCalls::kNone) return false;
    const coro::Coroutine* current = coroutines.scheduler.current();
    user = current == nullptr ? 0 : current->id();
    return true;
}
inline void end_single(Coroutines& coroutines, const void* connection) {
    coroutines.driver_calls.users.erase(connection);
    if (!coroutines.driver_calls.unfreed.empty()) [[unlikely]]
        Claim::free_unused(coroutines);
}

// A connection of a client extension is for one coroutine at a time. Its libraries keep half of a message in their
// buffers while a call waits, so a second call would read foreign bytes or free what the first one uses. All functions
// and methods of these extensions claim the connections of their arguments: the second call throws.

// Finds a place for our data in functions. Call it when the module starts.
void prepare_driver_calls() noexcept;
// Call it once per process, when all extensions have started and the other replacements are in place.
void take_over_driver_calls() noexcept;
// The handler without the claim.
zif_handler unclaimed_handler(const zend_internal_function& function) noexcept;
// The same for a method that a driver adds to an object.
void take_over_driver_method(zend_internal_function& method) noexcept;

}  // namespace tern::php
