#include "php/engine/memory.h"

#include <algorithm>
#include <sys/mman.h>

#include "boundary/elf.h"
#include "php/engine/compat/delayed_exhaustion.h"

namespace tern::php {

namespace {

constexpr size_t kOverhead = 64 * 1024;      // of the allocator
constexpr size_t kOwnMapping = 1024 * 1024;  // larger strings need memory that the allocator does not have yet
constexpr size_t kFirstRoom = 8 * 1024;
constexpr size_t kStep = 256 * 1024;

size_t heap_limit = 0;  // 0: memory_limit is the process's

size_t limit_of_heap() noexcept { return heap_limit != 0 ? heap_limit : static_cast<size_t>(PG(memory_limit)); }

size_t below_limit(size_t used) noexcept {
    const size_t limit = limit_of_heap();
    return limit > used + kOverhead ? limit - used - kOverhead : 0;
}

}  // namespace

void limit_heap(size_t bytes) noexcept {
    heap_limit = bytes;
    (void)zend_set_memory_limit(bytes);
}

bool exceeds_heap_limit(size_t bytes) noexcept {
    const size_t limit = limit_of_heap();
    const size_t used = zend_memory_usage(true);
    return used > limit && used - limit >= std::min(bytes, limit / 2);
}

size_t memory_left() noexcept {
    if (heap_limit == 0 ? PG(memory_limit) <= 0 : heap_limit >= kNoHeapLimit) return kNoHeapLimit;
    return std::max(below_limit(zend_memory_usage(true)), std::min(kOwnMapping, below_limit(zend_memory_usage(false))));
}

zend_string* make_permanent(Bytes text) {
    zend_string* made = zend_string_init(text.data(), text.size(), true);
    (void)zend_string_hash_val(made);
    GC_ADD_FLAGS(made, IS_STR_INTERNED | IS_STR_PERMANENT);
    return made;
}

zend_string* shortened(zend_string* text, size_t size) {
    if (size < ZSTR_LEN(text)) text = zend_string_truncate(text, size, false);
    ZSTR_VAL(text)[size] = '\0';
    return text;
}

size_t GrowingString::make_room() {
    const size_t capacity = text == nullptr ? 0 : ZSTR_LEN(text);
    if (capacity - size >= kFirstRoom / 2) return capacity - size;
    size_t wanted = text == nullptr ? kFirstRoom : capacity * 2;
    if (wanted > memory_left()) wanted = capacity + kStep;
    if (wanted > memory_left()) return capacity - size;
    text = text == nullptr ? zend_string_alloc(wanted, false) : zend_string_realloc(text, wanted, false);
    return wanted - size;
}

zend_string* GrowingString::finish() {
    if (size == 0) {
        free();
        return ZSTR_EMPTY_ALLOC();
    }
    text = shortened(text, size);
    return text;
}

void GrowingString::free() {
    if (text != nullptr) zend_string_efree(text);
    text = nullptr;
}

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
