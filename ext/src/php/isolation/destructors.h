// The destructors of objects that only static properties and static variables keep. PHP calls them at the end of a
// request while those still have their values.
#pragma once

#include <unordered_set>
#include <vector>

#include "php/isolation/object_owners.h"

namespace tern::php {

// Finds objects that a context has made.
class Destructors {
public:
    Destructors(const ObjectOwners& owners, ContextNumber context) noexcept : owners_(owners), context_(context) {}
    Destructors(const Destructors&) = delete;
    Destructors& operator=(const Destructors&) = delete;
    ~Destructors() = default;

    // Whether code runs when the object ends, and has not run yet.
    static bool are_due(const zend_object& object) noexcept {
        if ((OBJ_FLAGS(&object) & IS_OBJ_DESTRUCTOR_CALLED) != 0) return false;
        return object.ce->destructor != nullptr || object.handlers->dtor_obj != zend_objects_destroy_object;
    }
    // Adds the objects that the value contains, also within others.
    void add(const zval& value);
    // Calls each destructor that was not called yet. Runs PHP code.
    void call();
    // The same for all objects of the context, in the order in which PHP ends those of a request. Ends with an
    // exception.
    static void call_all(const ObjectOwners& owners, ContextNumber context);
    // No destructor of the context's objects runs any more.
    static void skip_all(const ObjectOwners& owners, ContextNumber context);
    // Frees what the objects of the context contain, and then each that nothing else refers to: garbage needs no
    // collection. As PHP does at the end of a request.
    static void free_all(const ObjectOwners& owners, ContextNumber context);
    // Frees what objects contain whose class has its own way of that, and leaves all others: their memory ends with
    // their heap. As PHP does at the end of a request. Continues where a fatal error has ended it.
    static void free_special(const ObjectOwners& owners, ContextNumber context);

private:
    static void call(zend_object& object);
    void add_all(const HashTable& table);
    void add(zend_object& object);

    const ObjectOwners& owners_;
    const ContextNumber context_;
    std::unordered_set<const zend_refcounted*> visited_;
    std::vector<zend_object*> found_;  // with a reference each
    std::vector<zval> pending_;
};

}  // namespace tern::php
