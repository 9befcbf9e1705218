// The variable in which the engine keeps the state of its garbage collector. No header of the engine declares it.
#pragma once

#ifndef ZTS
#include "base/loaded_address.h"
#endif
#include "php/engine/compat/engine.h"

namespace tern::php {

// A value that may be a part of garbage is a root: it has a slot of `roots`, and the slot's number in its header.
struct CollectorGlobals {
    // Versions whose layout is known.
    static constexpr bool kKnown = PHP_VERSION_ID < 80600;
    static constexpr uintptr_t kTagMask = 3;
    static constexpr uintptr_t kUnusedTag = 1;  // of a slot without a root

    zend_refcounted** roots;  // from slot 1 on; null: none was ever needed
    bool enabled;
    bool active;
    bool is_protected;  // values become no roots
    bool full;
    uint32_t unused;  // the first of a list of slots; 0: none
    uint32_t first_unused;
    uint32_t threshold;
    uint32_t size;
    uint32_t count;  // of roots
    uint32_t runs;
    uint32_t collected;
#if PHP_VERSION_ID >= 80300
    uint64_t activated_at;
    uint64_t collector_time;
    uint64_t destructor_time;
    uint64_t free_time;
#endif
#if PHP_VERSION_ID >= 80400
    uint32_t destructor_slot;
    uint32_t destructor_end;
    zend_fiber* destructor_fiber;
    bool destructor_fiber_runs;
#endif

    // Whether the engine reports the same.
    bool is_reported() const noexcept {
        zend_gc_status status;
        zend_gc_get_status(&status);
#if PHP_VERSION_ID >= 80300
        if (status.active != active || status.gc_protected != is_protected || status.buf_size != size) return false;
        if (status.collector_time != collector_time || status.free_time != free_time) return false;
#endif
        return status.runs == runs && status.collected == collected && status.threshold == threshold &&
               status.num_roots == count;
    }
    // The destructors of garbage run in a fiber where a program's fiber has made it. It is kept for the next time.
    void drop_fiber() {
#if PHP_VERSION_ID >= 80400
        if (zend_fiber* last = std::exchange(destructor_fiber, nullptr)) OBJ_RELEASE(&last->std);
#endif
    }
    void begin_time() noexcept {
#if PHP_VERSION_ID >= 80300
        timespec now{};
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
        activated_at = static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
#endif
    }
};

// The first candidate that `is_proven` accepts; null: none.
template <class Proof>
CollectorGlobals* find_collector_globals(Proof is_proven) {
#ifdef ZTS
    // Somewhere among the globals that the engine reserved for the thread.
    const std::span<char> all = fast_globals(sizeof(CollectorGlobals));
    for (size_t at = 0; at + sizeof(CollectorGlobals) <= all.size(); at += alignof(CollectorGlobals)) {
        auto* globals = reinterpret_cast<CollectorGlobals*>(&all[at]);
        if (is_proven(*globals)) return globals;
    }
    return nullptr;
#else
    const uintptr_t enabled = loaded_address(gc_enabled);
    const uintptr_t first = enabled - offsetof(CollectorGlobals, enabled);
    if (enabled == 0 || first % alignof(CollectorGlobals) != 0) return nullptr;
    if (loaded_address(gc_protected) != first + offsetof(CollectorGlobals, is_protected)) return nullptr;
    auto* globals = reinterpret_cast<CollectorGlobals*>(first);  // NOLINT(performance-no-int-to-ptr)
    return is_proven(*globals) ? globals : nullptr;
#endif
}

}  // namespace tern::php
