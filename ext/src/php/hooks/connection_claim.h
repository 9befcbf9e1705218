// The connections that one call of a client extension uses, from its begin to its end. While it waits, calls of other
// coroutines with the same connections throw: the extension is in the middle of changing its buffers.
#pragma once

#include "php/bridge/coroutines.h"

namespace tern::php {

// A local of a call, without a destructor. Only end() frees what it has, after any begin().
class Claim {
public:
    explicit Claim(Coroutines& coroutines) noexcept : coroutines_(coroutines) {}

    // What stands for a connection: the address of the extension's data of it, or of an object.
    void add(const void* connection);
    bool empty() const noexcept { return count_ == 0; }
    // False: another coroutine uses one of them, and this claim has none.
    bool begin();
    // Frees the objects that wait for one of these connections, which may suspend.
    void end();
    // In place of begin(): whether another coroutine uses one of them. The claim is empty afterwards.
    bool is_refused() noexcept;
    // Throws a Swoole\Error after begin() returned false. `subject`: the class; null: the function tells.
    void refuse(const zend_object* subject) const;

private:
    static constexpr uint32_t kFew = 6;

    int64_t self() const noexcept;
    // Gives back what begin() has got.
    void give_back() noexcept;
    void clear() noexcept;
    // Whether the user of a connection is another coroutine, and in its call still.
    bool is_other(int64_t user) const noexcept;

    Coroutines& coroutines_;
    int64_t holder_ = ConnectionUsers::kNone;
    uint32_t count_ = 0;
    uint32_t room_ = kFew;
    const void** all_ = few_;
    const void* few_[kFew];
};

}  // namespace tern::php
