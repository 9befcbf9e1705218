#include "php/context/outer_closures.h"

#include "php/context/object_owners.h"

namespace tern::php {

void OuterClosures::begin(const ObjectOwners& owners) {
    owners.each([](ContextNumber owner) { return owner == 0; },
                [this](zend_object& object) {
                    if (object.ce != zend_ce_closure) return;
                    auto* function = const_cast<zend_function*>(zend_get_closure_method_def(&object));
                    if (function->type != ZEND_USER_FUNCTION) return;
                    if (ZEND_MAP_PTR_IS_OFFSET(function->op_array.run_time_cache)) return;
                    GC_ADDREF(&object);
                    all_.push_back({&object, &function->op_array, nullptr});
                });
}

void OuterClosures::end() {
    while (!all_.empty()) {
        zend_object* closure = all_.back().closure;
        all_.pop_back();
        OBJ_RELEASE(closure);
    }
}

}  // namespace tern::php
