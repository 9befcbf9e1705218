#include "coro/stack_pool.h"

#include <sys/mman.h>
#include <unistd.h>

namespace tern::coro {

namespace {

constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL, which older headers lack

}  // namespace

StackPool::StackPool(size_t slot_bytes) noexcept
    : page_bytes_(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
      slot_bytes_((slot_bytes + page_bytes_ - 1) / page_bytes_ * page_bytes_) {}

StackPool::~StackPool() {
    const size_t stride = page_bytes_ + slot_bytes_;
    for (char* slab : slabs_) ::munmap(slab, stride * kSlotsPerSlab);
}

bool StackPool::guard(char* page) noexcept {
    if (::madvise(page, page_bytes_, kGuardInstall) == 0) return true;
    return ::mprotect(page, page_bytes_, PROT_NONE) == 0;
}

Error StackPool::add_slab() noexcept {
    const size_t stride = page_bytes_ + slot_bytes_;
    void* memory = ::mmap(nullptr, stride * kSlotsPerSlab, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return last_error();
    auto* slab = static_cast<char*>(memory);
    // A huge page would give every stack two megabytes.
    (void)::madvise(slab, stride * kSlotsPerSlab, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < kSlotsPerSlab; ++i) {
        if (guard(slab + i * stride)) continue;
        const Error error = last_error();
        ::munmap(slab, stride * kSlotsPerSlab);
        return error;
    }
    slabs_.push_back(slab);
    for (size_t i = kSlotsPerSlab; i-- > 0;) free_.push_back(slab + i * stride + page_bytes_);
    return Error::ok;
}

Result<char*> StackPool::take() noexcept {
    if (free_.empty()) {
        if (Error error = add_slab(); error != Error::ok) return error;
    }
    char* slot = free_.back();
    free_.pop_back();
    return slot;
}

void StackPool::give_back(char* slot) noexcept {
    (void)::madvise(slot, slot_bytes_, MADV_DONTNEED);
    free_.push_back(slot);
}

}  // namespace tern::coro
