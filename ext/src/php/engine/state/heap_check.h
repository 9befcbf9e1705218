// A check for tests (tern.own_heaps=check): each block that is freed in another heap than its own is reported, with the
// functions that freed it. Such a block makes others look so, as its memory is used again: the first report counts.
#pragma once

#include "php/engine/state/engine_heap.h"

namespace tern::php {

class HeapCheck {
public:
    // Without effect, as all that follows, unless the setting asks for it.
    static void begin(const EngineHeap& engine);
    static void end() noexcept;
    static void add(OwnHeap& heap);
    static void remove(OwnHeap& heap);

    static bool on() noexcept;
    // At the end of a page, while its heap is in place: `is_of_page` is what is believed of the object.
    static void check_object(const zend_object& object, bool is_of_page);
    // The heap that is in place has ended: what reads its memory from now on finds no value there.
    static void overwrite(const HeapLayout& layout) noexcept;

private:
    static void install() noexcept;
    static const OwnHeap* owner(const void* block, bool& found);
    static void check(const void* block);
    static void* allocate(size_t size);
    static void free(void* block);
    static void* reallocate(void* block, size_t size);
};

}  // namespace tern::php
