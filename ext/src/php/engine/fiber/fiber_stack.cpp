#include "php/engine/fiber/fiber_stack.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <zend_observer.h>

#include "php/engine/fiber/sanitizer.h"

namespace tern::php {

namespace {

// The part of the top page that the VM stack uses. A coroutine that only waits needs no other page.
constexpr size_t kVmInTopPage = 1024;
// Of a stack by the engine: it wants two memory pages at least, and some kernels for arm64 have pages of 64 KB.
constexpr size_t kProbedBytes = FiberStack::kLimitedBytes;

// The content of a context's stack before it first runs. The engine makes it on a stack of its own. It can be copied to
// another stack if it does not depend on its address.
struct FirstFrame {
    static constexpr size_t kMostBytes = 512;
    size_t bytes = 0;  // 0: cannot be copied
    char content[kMostBytes];
};

size_t probe(void* kind, zend_fiber_coroutine main, char (&content)[FirstFrame::kMostBytes]) {
    zend_fiber_context context{};
    if (!init_fiber(&context, kind, main, kProbedBytes)) return 0;
    const FiberStackHead* head = head_of(&context);
    const auto top = reinterpret_cast<uintptr_t>(head->bottom) + head->size;
    const size_t bytes = top - reinterpret_cast<uintptr_t>(context.handle);
    const bool fits = bytes <= FirstFrame::kMostBytes;
    if (fits) std::memcpy(content, context.handle, bytes);
    zend_fiber_destroy_context(&context);
    return fits ? bytes : 0;
}

FirstFrame learn(void* kind, zend_fiber_coroutine main) {
    FirstFrame frame;
    char second[FirstFrame::kMostBytes];
    frame.bytes = probe(kind, main, frame.content);
    // Another stack is allocated in between, so that the second one has another address.
    zend_fiber_context between{};
    const bool held = init_fiber(&between, kind, main, kProbedBytes);
    const bool same =
        held && probe(kind, main, second) == frame.bytes && std::memcmp(frame.content, second, frame.bytes) == 0;
    if (held) zend_fiber_destroy_context(&between);
    if (!same) frame.bytes = 0;
    return frame;
}

}  // namespace

size_t usual_stack_bytes() noexcept {
    static const size_t bytes = coro::limits_address_space() ? FiberStack::kLimitedBytes : FiberStack::kDefaultBytes;
    return bytes;
}

bool FiberStacks::use(size_t stack_bytes) noexcept {
    if (stack_bytes == stack_bytes_) return false;
    stack_bytes_ = stack_bytes;
    for (Sized& one : pools_) {
        if (one.stack_bytes != stack_bytes) continue;
        std::swap(one, pools_.back());
        return true;
    }
    pools_.push_back({stack_bytes, std::make_unique<coro::StackPool>(stack_bytes + FiberStack::kVmPageBytes)});
    return true;
}

FiberStack::~FiberStack() {
    if (context_ == nullptr) return;
    const bool kept = context_->status == ZEND_FIBER_STATUS_INIT;  // the observers think that it is destroyed
    if (slot_.bottom == nullptr) {
        if (kept) zend_observer_fiber_init_notify(context_);
        zend_fiber_destroy_context(context_);
        return;
    }
    if (!kept) zend_observer_fiber_destroy_notify(context_);
    end_loan();
    // Marking a whole stack would cost AddressSanitizer a megabyte for each.
    char* lowest = was_deep() ? slot_.bottom : std::max(slot_.bottom, slot_.top() - 2 * kDeepBytes);
    unpoison_frames(lowest, static_cast<size_t>(slot_.top() - lowest));
    pool_->give_back(slot_);
}

bool FiberStack::init(coro::StackPool& pool, zend_fiber_context* context, void* kind,
                      zend_fiber_coroutine main) noexcept {
    static const FirstFrame frame = learn(kind, main);
    if (frame.bytes == 0) {
        if (!init_fiber(context, kind, main, kDefaultBytes)) {
            if (EG(exception) != nullptr) zend_clear_exception();
            return false;
        }
        context_ = context;
        return true;
    }
    Result<coro::StackSlot> slot = pool.take();
    if (!slot.ok()) return false;
    pool_ = &pool;
    slot_ = slot.value();
    context_ = context;
    head_.bottom = slot_.bottom;
    head_.size = slot_.bytes - kVmPageBytes - kVmInTopPage;
    char* top = slot_.bottom + head_.size;
    depth_mark_ = reinterpret_cast<const uint64_t*>(top - std::min(kDeepBytes, head_.size / 2));
    context->handle = std::memcpy(top - frame.bytes, frame.content, frame.bytes);
    context->kind = kind;
    context->function = main;
    context->stack = reinterpret_cast<zend_fiber_stack*>(&head_);
    context->status = ZEND_FIBER_STATUS_INIT;
    zend_observer_fiber_init_notify(context);
    return true;
}

void FiberStack::keep_for_parent() const noexcept {
    if (slot_.bottom != nullptr) keep_reachable(slot_.bottom, slot_.bytes);
}

zend_vm_stack FiberStack::vm_page() noexcept {
    if (slot_.bottom == nullptr) return zend_vm_stack_new_page(kVmPageBytes, nullptr);
    auto* page = reinterpret_cast<zend_vm_stack>(slot_.bottom + head_.size);
    page->top = ZEND_VM_STACK_ELEMENTS(page);
    page->end = reinterpret_cast<zval*>(slot_.top());
    page->prev = nullptr;
    return page;
}

void FiberStack::give_depth_back() noexcept {
    end_loan();
    pool_->trim(slot_, slot_.bytes - head_.size + kKeptBytes);
}

bool FiberStack::guards(const void* address) const noexcept {
    const auto* touched = static_cast<const char*>(address);
    return touched < slot_.bottom - lent_bytes_ && touched >= slot_.bottom - coro::StackPool::kGuardBytes;
}

bool FiberStack::extend() noexcept {
    const size_t more = pool_ == nullptr ? 0 : pool_->lend(slot_, lent_bytes_);
    lent_bytes_ += more;
    return more > 0;
}

void FiberStack::end_loan() noexcept {
    if (lent_bytes_ == 0) return;
    unpoison_frames(slot_.bottom - lent_bytes_, lent_bytes_);
    pool_->end_loan(slot_, std::exchange(lent_bytes_, 0));
}

}  // namespace tern::php
