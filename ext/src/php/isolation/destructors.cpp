#include "php/isolation/destructors.h"

namespace tern::php {

void Destructors::add_all(const HashTable& table) {
    for (uint32_t i = 0; i < table.nNumUsed; ++i) {
        const zval& value = (HT_FLAGS(&table) & HASH_FLAG_PACKED) != 0 ? table.arPacked[i] : table.arData[i].val;
        pending_.push_back(value);
    }
}

void Destructors::add(zend_object& object) {
    if (owners_.of(object.handle) != context_) return;
    if (object.ce->destructor != nullptr && (OBJ_FLAGS(&object) & IS_OBJ_DESTRUCTOR_CALLED) == 0) {
        GC_ADDREF(&object);
        found_.push_back(&object);
    }
    for (int i = 0; i < object.ce->default_properties_count; ++i) pending_.push_back(object.properties_table[i]);
    if (object.properties != nullptr) add_all(*object.properties);
}

void Destructors::add(const zval& value) {
    pending_.push_back(value);
    while (!pending_.empty()) {
        const zval next = pending_.back();
        pending_.pop_back();
        if (Z_TYPE(next) == IS_INDIRECT) {
            pending_.push_back(*Z_INDIRECT(next));
            continue;
        }
        if (!Z_REFCOUNTED(next) || !visited_.insert(Z_COUNTED(next)).second) continue;
        if (Z_TYPE(next) == IS_REFERENCE) pending_.push_back(*Z_REFVAL(next));
        if (Z_TYPE(next) == IS_ARRAY) add_all(*Z_ARRVAL(next));
        if (Z_TYPE(next) == IS_OBJECT) add(*Z_OBJ(next));
    }
}

void Destructors::call(zend_object& object) {
    if ((OBJ_FLAGS(&object) & IS_OBJ_DESTRUCTOR_CALLED) != 0) return;
    GC_ADD_FLAGS(&object, IS_OBJ_DESTRUCTOR_CALLED);
    object.handlers->dtor_obj(&object);
}

void Destructors::call() {
    for (zend_object* object : found_) {
        call(*object);
        OBJ_RELEASE(object);
    }
    found_.clear();
}

void Destructors::call_all(const ObjectOwners& owners, ContextNumber context) {
    owners.each_of(context, [](zend_object& object) {
        if (EG(exception) != nullptr || !are_due(object)) return;
        GC_ADDREF(&object);
        call(object);
        OBJ_RELEASE(&object);
    });
}

// Nothing else frees what an object contains and leaves the object: so these are known by that.
void Destructors::free_all(const ObjectOwners& owners, ContextNumber context) {
    constexpr uint32_t kEnded = IS_OBJ_DESTRUCTOR_CALLED | IS_OBJ_FREE_CALLED;
    owners.each_of(context, [](zend_object& object) {
        if ((OBJ_FLAGS(&object) & IS_OBJ_FREE_CALLED) != 0) return;
        GC_ADD_FLAGS(&object, kEnded);
        GC_ADDREF(&object);
        object.handlers->free_obj(&object);
    });
    owners.each_of(context, [](zend_object& object) {
        if ((OBJ_FLAGS(&object) & IS_OBJ_FREE_CALLED) == 0) return;
        if (GC_DELREF(&object) == 0) zend_objects_store_del(&object);
    });
}

void Destructors::free_special(const ObjectOwners& owners, ContextNumber context) {
    constexpr uint32_t kEnded = IS_OBJ_DESTRUCTOR_CALLED | IS_OBJ_FREE_CALLED;
    owners.each_of(context, [](zend_object& object) {
        if (object.handlers->free_obj == zend_object_std_dtor || (OBJ_FLAGS(&object) & IS_OBJ_FREE_CALLED) != 0) return;
        GC_ADD_FLAGS(&object, kEnded);
        GC_ADDREF(&object);
        object.handlers->free_obj(&object);
    });
}

void Destructors::skip_all(const ObjectOwners& owners, ContextNumber context) {
    owners.each_of(context, [](zend_object& object) { GC_ADD_FLAGS(&object, IS_OBJ_DESTRUCTOR_CALLED); });
}

}  // namespace tern::php
