// Objects of one class that were used and are as good as new: taking one costs a fraction of what the engine needs to
// free an object and to make another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "php/engine/compat/engine.h"

namespace tern::php {

class IdleObjects {
public:
    IdleObjects() = default;
    IdleObjects(const IdleObjects&) = delete;
    IdleObjects& operator=(const IdleObjects&) = delete;
    ~IdleObjects() { drop(); }

    // Whether `object` can be used again: the caller has the only reference, and beside its declared properties it has
    // nothing that a new object does not have.
    static bool is_reusable(const zend_object& object) noexcept {
        return GC_REFCOUNT(&object) == 1 && OBJ_FLAGS(&object) == 0 && object.properties == nullptr;
    }

    // Makes a property of such an object what it is in a new one: UNDEF or NULL. A value that is freed may run PHP
    // code, which cannot reach the object.
    static void clear(zval* slot, uint32_t type) {
        if (UNEXPECTED(Z_REFCOUNTED_P(slot))) free_value(slot);
        Z_TYPE_INFO_P(slot) = type;
    }
    // The same for `Count` properties in a row, most of which the program has not touched.
    template <uint32_t Count>
    static void clear_all(zval* slots, uint32_t type) {
        if (EXPECTED(are_all(slots, type, std::make_integer_sequence<uint32_t, Count>()))) return;
        for (uint32_t i = 0; i < Count; ++i) clear(slots + i, type);
    }

    // Returns it with one reference; null: there is none.
    zend_object* take() noexcept { return count_ == 0 ? nullptr : objects_[--count_]; }
    // Takes over the reference. The object must be as a new one.
    void keep(zend_object* object) {
        if (count_ == kKept) return OBJ_RELEASE(object);
        objects_[count_++] = object;
    }
    // Frees them. Call it before PHP ends.
    void drop() noexcept {
        while (count_ > 0) OBJ_RELEASE(objects_[--count_]);
    }
    bool has(const zend_object* object) const noexcept {
        return std::find(objects_, objects_ + count_, object) != objects_ + count_;
    }

private:
    template <uint32_t... Index>
    static bool are_all(const zval* slots, uint32_t type, std::integer_sequence<uint32_t, Index...>) noexcept {
        return ((Z_TYPE_INFO(slots[Index]) ^ type) | ...) == 0;
    }
    [[gnu::noinline]] static void free_value(zval* slot) {
        zval old;
        ZVAL_COPY_VALUE(&old, slot);
        ZVAL_UNDEF(slot);
        zval_ptr_dtor(&old);
    }

    static constexpr uint32_t kKept = 256;
    uint32_t count_ = 0;
    zend_object* objects_[kKept];
};

}  // namespace tern::php
