#include "php/isolation/code/map_area.h"

#include <algorithm>
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

// Makes memory the same as other memory; null: empty. A difference is rare, so it is looked for before anything is
// written.
void restore(char* place, const char* as, size_t bytes) noexcept {
    constexpr size_t kPiece = 2048;
    static constexpr char kEmpty[kPiece]{};
    while (bytes > 0) {
        const size_t piece = std::min(bytes, kPiece);
        const char* wanted = as == nullptr ? kEmpty : as;
        if (std::memcmp(place, wanted, piece) != 0) std::memcpy(place, wanted, piece);
        if (as != nullptr) as += piece;
        place += piece;
        bytes -= piece;
    }
}

}  // namespace

SpareAreas::~SpareAreas() {
    for (const Area& one : all_) std::free(one.real_base);
}

SpareAreas::Area SpareAreas::take() noexcept {
    if (all_.empty()) return {nullptr, 0, 0};
    const Area last = all_.back();
    all_.pop_back();
    use_.note_taken(all_.size());
    return last;
}

void SpareAreas::free_unused() noexcept {
    const size_t count = (use_.unused(all_.size()) + 1) / 2;
    for (size_t i = 0; i < count; ++i) std::free(all_[i].real_base);
    all_.erase(all_.begin(), all_.begin() + static_cast<ptrdiff_t>(count));
}

void* SpareAreas::make(Bytes first, size_t bytes) {
    if (pages_.size() != first.size()) pages_.set(first);
    return pages_.make_block(bytes);
}

void SpareAreas::give(Area area) {
    free_unused();
    if (all_.size() == kMost) return std::free(area.real_base);
    all_.push_back(area);
}

MapArea::~MapArea() { std::free(real_base_); }

void MapArea::copy_running() {
    TERN_CHECK(real_base_ == nullptr);
    known_ = CG(map_ptr_last);
    size_ = CG(map_ptr_size);
    real_base_ = std::malloc(bytes_of(size_));
    TERN_CHECK(real_base_ != nullptr);
    std::memcpy(real_base_, CG(map_ptr_real_base), bytes_of(known_));
}

void MapArea::begin(const MapArea& start_up, SpareAreas& spare) {
    TERN_CHECK(real_base_ == nullptr);
    SpareAreas::Area area = spare.take();
    const bool is_new = area.real_base == nullptr;
    known_ = CG(map_ptr_last);
    size_ = std::max(area.size, CG(map_ptr_size));
    if (is_new) {
        const Bytes first(static_cast<const char*>(start_up.real_base_), bytes_of(start_up.known_));
        real_base_ = spare.make(first, bytes_of(size_));
    } else {
        real_base_ = area.size == size_ ? area.real_base : std::realloc(area.real_base, bytes_of(size_));
    }
    TERN_CHECK(real_base_ != nullptr);
    const size_t ready = is_new ? start_up.known_ : area.known;
    if (ready < known_) clear(real_base_, ready, known_);
}

void MapArea::end(const MapArea& start_up, SpareAreas& spare) {
    auto* place = static_cast<char*>(std::exchange(real_base_, nullptr));
    const size_t known = std::max(known_, start_up.known_);
    const size_t first = bytes_of(start_up.known_);
    restore(place, static_cast<const char*>(start_up.real_base_), first);
    restore(place + first, nullptr, bytes_of(known) - first);
    spare.give({place, size_, known});
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
