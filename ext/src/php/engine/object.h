// A PHP object with a C++ part in front of it. T is trivial, its last member is `zend_object std`, and it starts as
// zero bytes. `static void release(T&)` frees what T owns outside of the Zend heap; it is called once, when the object
// is freed. Such objects cannot be cloned unless a class changes its handlers.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "php/engine/compat/engine.h"

namespace tern::php {

template <class T>
T* of(zend_object* object) noexcept {
    static_assert(std::is_trivial_v<T> && std::is_standard_layout_v<T>);
    return reinterpret_cast<T*>(reinterpret_cast<char*>(object) - offsetof(T, std));
}

template <class T>
T* of(const zval* object) noexcept {
    return of<T>(Z_OBJ_P(object));
}

template <class T>
void free_object(zend_object* object) {
    T::release(*of<T>(object));
    zend_object_std_dtor(object);
}

// Refuses to unset what a class of this extension declares: its methods read and write these properties.
inline void unset_undeclared(zend_object* object, zend_string* name, void** cache_slot) {
    const auto* declared = static_cast<zend_property_info*>(zend_hash_find_ptr(&object->ce->properties_info, name));
    if (declared == nullptr || declared->ce->type != ZEND_INTERNAL_CLASS) {
        return zend_std_unset_property(object, name, cache_slot);
    }
    zend_throw_error(nullptr, "Property %s of class %s cannot be unset", ZSTR_VAL(name), ZSTR_VAL(object->ce->name));
}

template <class T>
zend_object_handlers* handlers() noexcept {
    static zend_object_handlers table = [] {
        zend_object_handlers fresh;
        std::memcpy(&fresh, &std_object_handlers, sizeof fresh);
        fresh.offset = offsetof(T, std);
        fresh.free_obj = free_object<T>;
        fresh.clone_obj = nullptr;
        fresh.unset_property = unset_undeclared;
        return fresh;
    }();
    return &table;
}

template <class T>
zend_object* create_object(zend_class_entry* entry) {
    T* made = static_cast<T*>(zend_object_alloc(sizeof(T), entry));
    zend_object_std_init(&made->std, entry);
    object_properties_init(&made->std, entry);
    made->std.handlers = handlers<T>();
    return &made->std;
}

// For classes that have static methods only.
inline zend_object* refuse_to_create(zend_class_entry* entry) {
    zend_throw_error(nullptr, "The object of %s can not be created for security reasons", ZSTR_VAL(entry->name));
    zend_object* object = zend_objects_new(entry);
    object_properties_init(object, entry);
    return object;
}

// An object whose C++ part is a single C++ object, made by the constructor.
template <class T>
struct Owning {
    T* part;  // null before the constructor was called
    zend_object std;

    static void release(Owning& self) { delete self.part; }
};

// For methods of an object whose constructor was not called: a subclass did not call that of its parent.
inline void throw_not_constructed(const zend_class_entry* entry) {
    zend_throw_error(nullptr, "you must call constructor first: %s::__construct() was not called",
                     ZSTR_VAL(entry->name));
}

// Returns the part. Null after an Error: the constructor was not called.
template <class T>
T* part_of(const zval* object) {
    T* part = of<Owning<T>>(object)->part;
    if (part == nullptr) throw_not_constructed(Z_OBJCE_P(object));
    return part;
}

// For constructors. False after an Error: the constructor was called before.
template <class T>
bool has_no_part(const zval* object) {
    if (of<Owning<T>>(object)->part == nullptr) return true;
    zend_throw_error(nullptr, "The object is constructed already");
    return false;
}

// The declared properties of an object, without the copy that (array) makes of them.
// Gives them the values that (array) had made of them at an earlier time: for properties that `then` lacks, none.
// Readonly ones stay. False: the object may have other properties, too, and was not touched. May run destructors.
bool restore_properties(zend_object* object, HashTable* then);

}  // namespace tern::php
