// The two stacks of a fiber, in one slot of the pool. The C stack grows down from where the first VM stack page grows
// up. So a coroutine that does little touches a page or two.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "coro/stack_pool.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

// The layout of the engine's private zend_fiber_stack, from 8.1 on.
struct FiberStackHead {
    char* bottom;
    size_t size;
    void* engines_own[4];
};

inline FiberStackHead* head_of(const zend_fiber_context* context) noexcept {
    return reinterpret_cast<FiberStackHead*>(context->stack);
}

class FiberStack {
public:
    // The size of the C stack, which ini and Coroutine::set() may change. The default is that of a process on most
    // systems, so code that runs outside of coroutines runs inside, too.
    static constexpr size_t kDefaultBytes = size_t{8} << 20;
    static constexpr size_t kLimitedBytes = 512 * 1024;  // where addresses are limited
    static constexpr size_t kLeastBytes = 64 * 1024;
    static constexpr size_t kMostBytes = size_t{256} << 20;
    static constexpr size_t kVmPageBytes = 16 * 1024;

    FiberStack() = default;
    FiberStack(const FiberStack&) = delete;
    FiberStack& operator=(const FiberStack&) = delete;
    // Call it when the fiber has ended, or never runs again.
    ~FiberStack();

    // Makes `context` start in `main` on these stacks. False when there is no memory or no mapping left.
    bool init(coro::StackPool& pool, zend_fiber_context* context, void* kind, zend_fiber_coroutine main) noexcept;
    // The first page of the VM stack, empty.
    zend_vm_stack vm_page() noexcept;
    // In a process that was forked off while the fiber waited.
    void keep_for_parent() const noexcept;
    // Where the C stack begins; null when it is the engine's own.
    const char* top() const noexcept { return slot_.bottom == nullptr ? nullptr : slot_.bottom + head_.size; }
    // Call it when a coroutine has ended. What it used of the C stack beyond kDeepBytes goes back to the system.
    void trim() noexcept {
        if (pool_ != nullptr && was_deep()) [[unlikely]]
            give_depth_back();
    }
    // Whether `address` is in the guard below the stack.
    bool guards(const void* address) const noexcept;
    // For signal handlers: makes another page of the guard usable until the coroutine or end_extension() ends it. False
    // when it was extended enough.
    bool extend() noexcept;
    // The same for code that continues until it next calls a PHP function. The rest is kept for extend().
    bool extend_for_code() noexcept { return lent_bytes_ < kForCodeBytes && extend(); }
    bool extended() const noexcept { return lent_bytes_ > 0; }
    // Call it on the stack above what was added.
    void end_extension() noexcept { end_loan(); }
    // Below it are what was added and the guard.
    const char* bottom() const noexcept { return slot_.bottom; }

private:
    static constexpr size_t kDeepBytes = 64 * 1024;
    static constexpr size_t kForCodeBytes = coro::StackPool::kLentBytes / 2;
    static constexpr size_t kKeptBytes = 8 * 1024;  // of a stack that was deep

    // Reads a few words in two pages where return addresses can be: every second one. Six in a row find every frame of
    // less than a hundred bytes. A stack that this overlooks keeps its memory until the next deep one.
    [[gnu::no_sanitize_address]] bool was_deep() const noexcept {
        constexpr ptrdiff_t kPage = 512;  // words
        const volatile uint64_t* mark = depth_mark_;
        const uint64_t row = mark[-1] | mark[-3] | mark[-5] | mark[-7] | mark[-9] | mark[-11];
        return (row | mark[-259] | mark[-kPage - 151]) != 0;
    }
    void give_depth_back() noexcept;
    void end_loan() noexcept;

    coro::StackPool* pool_ = nullptr;
    zend_fiber_context* context_ = nullptr;
    coro::StackSlot slot_;
    size_t lent_bytes_ = 0;  // of the guard
    // Points to where a deep stack writes. Zeroes there mean that the stack was not deep: memory that was never written
    // reads as zero, and stays unused.
    const volatile uint64_t* depth_mark_ = nullptr;
    FiberStackHead head_{};
};

// The size of C stacks unless the program sets another one.
size_t usual_stack_bytes() noexcept;

// The stack pools of one process: one for each size that was used.
class FiberStacks {
public:
    FiberStacks() noexcept { (void)use(usual_stack_bytes()); }

    // Uses C stacks of this size from now on. False when they had this size already.
    bool use(size_t stack_bytes) noexcept;
    size_t stack_bytes() const noexcept { return stack_bytes_; }
    coro::StackPool& pool() noexcept { return *pools_.back().pool; }

private:
    struct Sized {
        size_t stack_bytes;  // slots of the pool are larger
        std::unique_ptr<coro::StackPool> pool;
    };
    size_t stack_bytes_ = 0;
    std::vector<Sized> pools_;  // the last one is in use
};

// The end of an endless recursion that uses up the C stack of its coroutine, as that of an autoloader: the next call of
// a PHP function from C throws an Error, as in the engine from 8.3 on.

// A limit for recursion under Xdebug. An extension that runs PHP functions itself makes each call use C stack, and only
// Xdebug's develop mode limits the calls. With this limit a call throws an Error before the stack of its coroutine is
// used up. Sets the limit if there is such an extension. Once per process.
void limit_recursion() noexcept;

// For signal handlers, when the stack of the running coroutine was used up and extended: each function that C code
// calls on the extension throws an Error. When code runs above it again, it is taken back. Calls cost nothing
// otherwise.
void end_recursion() noexcept;

}  // namespace tern::php
