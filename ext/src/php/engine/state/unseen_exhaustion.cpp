#include "php/engine/state/unseen_exhaustion.h"

#include <sys/mman.h>

#include "boundary/elf.h"
#include "php/engine/compat/delayed_exhaustion.h"
#include "php/engine/memory.h"

namespace tern::php {

namespace {

// Most code sees an interrupt before it has allocated that much.
constexpr size_t kUnseenBytes = size_t{16} * 1024 * 1024;
constexpr int kOfHeap = MAP_PRIVATE | MAP_ANONYMOUS;

void* map(void* address, size_t bytes, int protection, int flags, int fd, off_t offset);

boundary::Replacement calls[] = {
    {"mmap", reinterpret_cast<void*>(map), boundary::Callers::program},
    {"mmap64", reinterpret_cast<void*>(map), boundary::Callers::program},
};

// The heap calls it where engines that report the error at once do so.
void* map(void* address, size_t bytes, int protection, int flags, int fd, off_t offset) {
    if (flags == kOfHeap && DelayedExhaustion::pending() && exceeds_heap_limit(kUnseenBytes)) [[unlikely]] {
        DelayedExhaustion::report();
        zend_bailout();
    }
    return ::mmap(address, bytes, protection, flags, fd, offset);
}

}  // namespace

void end_unseen_exhaustion() noexcept {
    if (!DelayedExhaustion::kSupported) return;
    DelayedExhaustion::lift_hard_limit();
    boundary::find_real(calls);
    (void)boundary::redirect(calls);
}

}  // namespace tern::php
