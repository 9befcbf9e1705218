#include "php/isolation/code/map_area.h"

#include <cstdlib>
#include <cstring>

#include "base/check.h"

namespace tern::php {

namespace {

// Slots in front of the numbered ones, which newer versions have for internal functions.
size_t static_slots() noexcept {
#ifdef ZEND_MAP_PTR_NEW_STATIC
    return zend_map_ptr_static_size;
#else
    return 0;
#endif
}

size_t bytes_of(size_t slots) noexcept { return (static_slots() + slots) * sizeof(void*); }

void clear(void* real_base, size_t from, size_t end) noexcept {
    void** first = static_cast<void**>(real_base) + static_slots() + from;
    std::memset(first, 0, (end - from) * sizeof(void*));
}

}  // namespace

MapArea::~MapArea() { std::free(real_base_); }

void MapArea::copy_running() {
    TERN_CHECK(real_base_ == nullptr);
    known_ = CG(map_ptr_last);
    size_ = CG(map_ptr_size);
    real_base_ = std::malloc(bytes_of(size_));
    TERN_CHECK(real_base_ != nullptr);
    std::memcpy(real_base_, CG(map_ptr_real_base), bytes_of(known_));
}

void MapArea::begin(const MapArea& start_up) {
    TERN_CHECK(real_base_ == nullptr);
    known_ = CG(map_ptr_last);
    size_ = CG(map_ptr_size);
    real_base_ = std::malloc(bytes_of(size_));
    TERN_CHECK(real_base_ != nullptr);
    std::memcpy(real_base_, start_up.real_base_, bytes_of(start_up.known_));
    clear(real_base_, start_up.known_, known_);
}

void* MapArea::held(const void* pointer) const noexcept {
    const auto offset = reinterpret_cast<uintptr_t>(pointer);
    const char* base = static_cast<const char*>(ZEND_MAP_PTR_BIASED_BASE(real_base_));
    void* value;
    std::memcpy(&value, base + static_cast<intptr_t>(offset), sizeof value);
    return value;
}

// The engine clears a slot that it gives out in the running area only, and makes room for it only there.
void MapArea::clear_from(size_t known) noexcept {
    const size_t last = CG(map_ptr_last);
    if (last > CG(map_ptr_size)) {
        constexpr size_t kStep = 4096;
        CG(map_ptr_size) = (last + kStep - 1) / kStep * kStep;
        CG(map_ptr_real_base) = std::realloc(CG(map_ptr_real_base), bytes_of(CG(map_ptr_size)));
        TERN_CHECK(CG(map_ptr_real_base) != nullptr);
        CG(map_ptr_base) = ZEND_MAP_PTR_BIASED_BASE(CG(map_ptr_real_base));
    }
    clear(CG(map_ptr_real_base), known, last);
}

}  // namespace tern::php
