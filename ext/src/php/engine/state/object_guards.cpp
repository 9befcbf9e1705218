#include <cstdlib>

#include "base/check.h"
#include "php/engine/compat/objects.h"
#include "php/engine/state/engine_state.h"

namespace tern::php {

// Exactly one of the two marks is there. The value has a reference more.
struct ObjectGuards::Mark {
    zend_refcounted* value;  // protected against recursion, or the object of `guard`
    uint32_t* guard;         // null: the value itself is marked
    uint32_t flags;
    Mark* next;
};

namespace {

constexpr char kOtherName[] = "\0tern";

// The engine uses the place of a guard that is not set for the next property. From the second property on each one
// keeps its own place.
void keep_place(zend_object* object) {
    zval* slot = guard_slot(object);
    if (Z_TYPE_P(slot) != IS_STRING || (*guard_of(slot) & kPropertyGuards) == 0) return;
    zend_string* other = zend_string_init(kOtherName, sizeof kOtherName - 1, false);
    (void)zend_get_property_guard(object, other);
    zend_string_release(other);
}

// Calls `visit(guard)` for each guard of the object.
template <class Visit>
void each_guard(zend_object* object, Visit visit) {
    if ((object->ce->ce_flags & ZEND_ACC_USE_GUARDS) == 0) return;
    zval* slot = guard_slot(object);
    if (!has_guards(slot)) return;
    visit(guard_of(slot));
    if (Z_TYPE_P(slot) != IS_ARRAY) return;
    zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(slot), one) {
        // The lowest bit says that it is the guard of the slot.
        const auto address = reinterpret_cast<uintptr_t>(Z_PTR_P(one));
        if ((address & 1) == 0) visit(reinterpret_cast<uint32_t*>(address));
    }
    ZEND_HASH_FOREACH_END();
}

bool is_marked(const zend_refcounted* value) noexcept {
    return (GC_FLAGS(value) & GC_IMMUTABLE) == 0 && GC_IS_RECURSIVE(value);
}

// Calls `visit(value)` for each array and object within the value.
template <class Visit>
void each_part(zend_refcounted* value, Visit visit) {
    HashTable* table = reinterpret_cast<HashTable*>(value);
    if (GC_TYPE(value) == IS_OBJECT) {
        auto* object = reinterpret_cast<zend_object*>(value);
        for (int i = 0; i < object->ce->default_properties_count; ++i) visit(&object->properties_table[i]);
        table = object->properties;
    }
    zval* one;
    if (table == nullptr) return;
    ZEND_HASH_FOREACH_VAL(table, one) { visit(Z_TYPE_P(one) == IS_INDIRECT ? Z_INDIRECT_P(one) : one); }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

// Goes through the calls of the running coroutine, the last first.
class ObjectGuards::Search {
public:
    // `into` null: stops at the first mark.
    explicit Search(ObjectGuards* into) noexcept : into_(into) {}

    bool found() const noexcept { return found_; }
    void run() noexcept {
        for (const zend_execute_data* frame = EG(current_execute_data); frame != nullptr && !done();
             frame = frame->prev_execute_data) {
            if (frame->func == nullptr) continue;
            if (Z_TYPE(frame->This) == IS_OBJECT && (ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) != 0)
                look_at_object(Z_OBJ(frame->This));
            if (frame->func->type == ZEND_INTERNAL_FUNCTION) look_at_arguments(*frame);
        }
    }

private:
    bool done() const noexcept { return found_ && into_ == nullptr; }
    void look_at_arguments(const zend_execute_data& call) noexcept {
        for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(&call); ++i) look_at(ZEND_CALL_ARG(&call, i));
    }
    void look_at_object(zend_object* object) noexcept {
        auto* counted = reinterpret_cast<zend_refcounted*>(object);
        auto* table = reinterpret_cast<zend_refcounted*>(object->properties);
        each_guard(object, [&](uint32_t* guard) {
            if (*guard != 0) take(counted, guard);
        });
        if (is_marked(counted)) take(counted, nullptr);
        if (table != nullptr && is_marked(table)) take(table, nullptr);
    }
    // Follows the marks into the value.
    void look_at(zval* value) noexcept {
        ZVAL_DEREF(value);
        if (done() || (Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_OBJECT)) return;
        zend_refcounted* inner = Z_COUNTED_P(value);
        const bool was_found = std::exchange(found_, false);
        if (Z_TYPE_P(value) == IS_OBJECT) {
            look_at_object(Z_OBJ_P(value));
        } else if (is_marked(inner)) {
            take(inner, nullptr);
        }
        const bool marked = found_;
        found_ = found_ || was_found;
        if (marked && !done()) each_part(inner, [&](zval* part) { look_at(part); });
    }
    void take(zend_refcounted* value, uint32_t* guard) noexcept {
        found_ = true;
        if (into_ == nullptr) return;
        auto* mark = static_cast<Mark*>(std::malloc(sizeof(Mark)));
        TERN_CHECK(mark != nullptr);
        if (guard != nullptr) keep_place(reinterpret_cast<zend_object*>(value));
        *mark = {value, guard, guard == nullptr ? 0 : *guard, into_->first_};
        GC_ADDREF(value);
        if (guard == nullptr) {
            GC_UNPROTECT_RECURSION(value);
        } else {
            *guard = 0;
        }
        into_->first_ = mark;
    }

    ObjectGuards* into_;
    bool found_ = false;
};

bool ObjectGuards::in_use() noexcept {
    Search search(nullptr);
    search.run();
    return search.found();
}

void ObjectGuards::release() noexcept {
    first_ = nullptr;
    Search(this).run();
}

void ObjectGuards::take_back() noexcept {
    while (Mark* mark = first_) {
        first_ = mark->next;
        if (mark->guard != nullptr) {
            *mark->guard |= mark->flags;
        } else if (!GC_IS_RECURSIVE(mark->value)) {
            GC_PROTECT_RECURSION(mark->value);
        }
        if (GC_DELREF(mark->value) == 0) rc_dtor_func(mark->value);
        std::free(mark);
    }
}

}  // namespace tern::php
