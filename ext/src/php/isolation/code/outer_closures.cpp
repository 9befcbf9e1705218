#include "php/isolation/code/outer_closures.h"

#include <algorithm>

#include "php/isolation/callables.h"
#include "php/isolation/object_owners.h"
#include "php/isolation/origin.h"

namespace tern::php {

void OuterClosures::begin(const ObjectOwners& owners) {
    owners.each([](ContextNumber) { return true; },
                [this](zend_object& object) {
                    if (object.ce != zend_ce_closure || Origin::of(object) != nullptr) return;
                    auto* function = const_cast<zend_function*>(zend_get_closure_method_def(&object));
                    if (function->type != ZEND_USER_FUNCTION) return;
                    zend_op_array& code = function->op_array;
                    if (ZEND_MAP_PTR_IS_OFFSET(code.run_time_cache)) return;
                    HashTable* values = ZEND_MAP_PTR(code.static_variables_ptr);
                    GC_ADDREF(&object);
                    all_.push_back({&object, &code, make_cache(code),
                                    values == nullptr ? nullptr : zend_array_dup(values), false});
                });
    std::ranges::sort(all_, {}, &One::closure);
}

void OuterClosures::share_values() {
    for (One& one : all_) {
        if (!is_first_class_callable(*one.code)) continue;
        zend_function* function = function_of(*one.code);
        if (function == nullptr) continue;
        HashTable* shared = need_static_variables(function->op_array);
        if (HashTable* copy = ZEND_MAP_PTR(one.code->static_variables_ptr)) zend_array_release(copy);
        ZEND_MAP_PTR_INIT(one.code->static_variables_ptr, shared);
        one.shares_values = true;
    }
}

bool OuterClosures::has(const zend_object& closure) const noexcept {
    const auto place = std::ranges::lower_bound(all_, &closure, {}, &One::closure);
    return place != all_.end() && place->closure == &closure;
}

void OuterClosures::drop_values() {
    for (const One& one : all_) {
        HashTable* values = ZEND_MAP_PTR(one.code->static_variables_ptr);
        if (values != nullptr && !one.shares_values) drop_each(*values);
    }
}

void OuterClosures::end() {
    while (!all_.empty()) {
        const One last = all_.back();
        all_.pop_back();
        if (last.values != nullptr && !last.shares_values) zend_array_release(last.values);
        efree(last.cache);
        OBJ_RELEASE(last.closure);
    }
}

}  // namespace tern::php
