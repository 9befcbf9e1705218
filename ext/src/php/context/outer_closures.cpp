#include "php/context/outer_closures.h"

#include "php/context/object_owners.h"

namespace tern::php {

void OuterClosures::begin(const ObjectOwners& owners) {
    owners.each([](ContextNumber owner) { return owner == 0; },
                [this](zend_object& object) {
                    if (object.ce != zend_ce_closure) return;
                    auto* function = const_cast<zend_function*>(zend_get_closure_method_def(&object));
                    if (function->type != ZEND_USER_FUNCTION) return;
                    zend_op_array& code = function->op_array;
                    if (ZEND_MAP_PTR_IS_OFFSET(code.run_time_cache)) return;
                    HashTable* values = ZEND_MAP_PTR(code.static_variables_ptr);
                    GC_ADDREF(&object);
                    all_.push_back({&object, &code, nullptr, values == nullptr ? nullptr : zend_array_dup(values)});
                });
}

void OuterClosures::drop_values() {
    for (const One& one : all_) {
        HashTable* values = std::exchange(ZEND_MAP_PTR(one.code->static_variables_ptr), nullptr);
        if (values != nullptr) zend_array_release(values);
    }
}

void OuterClosures::end() {
    while (!all_.empty()) {
        const One last = all_.back();
        all_.pop_back();
        if (last.values != nullptr) zend_array_release(last.values);
        OBJ_RELEASE(last.closure);
    }
}

}  // namespace tern::php
