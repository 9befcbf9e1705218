// Fields of the engine's structures in which newer versions keep memory of the running heap from one call to the next.
// Each heap has its own contents of them. In PHP 8.6 no code has a heap of its own (CollectorGlobals::kKnown): there
// vm_stack_page_cache and fiber_vm_stack_page_cache would belong here, too.
#pragma once

#include <utility>

#include "php/engine/compat/engine.h"

namespace tern::php {

class HeapFields {
public:
    // Call it while these are not in place.
    void begin() noexcept {
#if PHP_VERSION_ID >= 80400
        zend_hash_init(&lazy_objects_, 8, nullptr, EG(lazy_objects_store).infos.pDestructor, false);
#endif
    }
    void exchange() noexcept {
#if PHP_VERSION_ID >= 80400
        std::swap(lazy_objects_, EG(lazy_objects_store).infos);
#endif
    }
    // Calls `join(from, into)` for each table. Its heap is joined with that which is in place.
    template <class Join>
    void join(Join join) {
#if PHP_VERSION_ID >= 80400
        join(lazy_objects_, EG(lazy_objects_store).infos);
#endif
    }

private:
#if PHP_VERSION_ID >= 80400
    HashTable lazy_objects_;  // by the numbers of objects
#endif
};

}  // namespace tern::php
