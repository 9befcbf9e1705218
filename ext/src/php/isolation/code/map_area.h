// The engine keeps everything that changes about functions and classes (static properties, static variables, run-time
// caches, evaluated constants) in one area of numbered slots. A context has an area of its own. While the context runs,
// its MapArea holds the outer area, otherwise its own.
#pragma once

#include <utility>
#include <vector>

#include "base/page_template.h"
#include "php/engine/compat/engine.h"
#include "php/engine/spare_use.h"

namespace tern::php {

// What ended contexts leave to the next ones: areas whose slots are those of a new area. A context changes few of some
// thousand slots. There are as many as contexts lived at a time lately.
class SpareAreas {
public:
    struct Area {
        void* real_base;
        size_t size;   // slots that there is memory for
        size_t known;  // slots that are as in a new area
    };

    SpareAreas() = default;
    SpareAreas(const SpareAreas&) = delete;
    SpareAreas& operator=(const SpareAreas&) = delete;
    ~SpareAreas();

    // Without memory: there is none.
    Area take() noexcept;
    void give(Area area);
    // Memory that begins with the slots of the start. Areas share the pages of it that they do not change.
    void* make(Bytes first, size_t bytes);

private:
    void free_unused() noexcept;

    static constexpr size_t kMost = 256;
    std::vector<Area> all_;  // the one that was used last is the last
    SpareUse use_;
    PageTemplate pages_;
};

class MapArea {
public:
    MapArea() = default;
    MapArea(const MapArea&) = delete;
    MapArea& operator=(const MapArea&) = delete;
    ~MapArea();

    // Makes this a copy of the running area.
    void copy_running();
    // Makes this an area with the slots of `start_up`. Slots that were given out later are empty.
    void begin(const MapArea& start_up, SpareAreas& spare);
    // Leaves it to the next context. Nothing uses it any more.
    void end(const MapArea& start_up, SpareAreas& spare);
    void exchange() noexcept {
        std::swap(real_base_, CG(map_ptr_real_base));
        std::swap(size_, CG(map_ptr_size));
        CG(map_ptr_base) = ZEND_MAP_PTR_BIASED_BASE(CG(map_ptr_real_base));
        const size_t known = std::exchange(known_, CG(map_ptr_last));
        // There are fewer once opcache has restarted. No area that there is then has used the others.
        if (known < CG(map_ptr_last)) [[unlikely]]
            clear_from(known);
    }
    // The value in the held area of the slot that `pointer` (of ZEND_MAP_PTR) names. Null: the slot is empty.
    void* held(const void* pointer) const noexcept;

private:
    static void clear_from(size_t known) noexcept;

    void* real_base_ = nullptr;
    size_t size_ = 0;   // slots that there is memory for
    size_t known_ = 0;  // slots that had been given out when the held area was the running one
};

}  // namespace tern::php
