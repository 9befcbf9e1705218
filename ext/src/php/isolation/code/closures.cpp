#include "php/isolation/code/closures.h"

#include <algorithm>

#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/code/function_state.h"
#include "php/isolation/object_owners.h"

namespace tern::php {

namespace {

// Each context has its own, for all closures that the code makes.
bool all_within_have_caches(const zend_op_array& code, const DirectCaches& direct) {
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) {
        const zend_op_array& inner = *code.dynamic_func_defs[i];
        const bool has = ZEND_MAP_PTR_IS_OFFSET(inner.run_time_cache) || direct.knows(inner);
        if (!has || !all_within_have_caches(inner, direct)) return false;
    }
    return true;
}

}  // namespace

bool ForeignClosures::is_used_in(const One& one, const ForeignCaches* context) noexcept {
    return std::ranges::any_of(one.uses, [context](const Use& use) { return use.context == context; });
}

bool ForeignClosures::can_cross(const zend_op_array& closure, const DirectCaches& direct) {
    if (all_within_have_caches(closure, direct)) return true;
    zend_throw_error(nullptr, "opcache has not cached %s, so the closure at line %u cannot run in a context",
                     ZSTR_VAL(closure.filename), closure.line_start);
    return false;
}

bool ForeignClosures::prepare(zend_object& closure, ForeignCaches* origin, ForeignCaches* running,
                              const DirectCaches& direct) {
    auto* function = const_cast<zend_function*>(zend_get_closure_method_def(&closure));
    if (function->type != ZEND_USER_FUNCTION || ZEND_MAP_PTR_IS_OFFSET(function->op_array.run_time_cache)) return true;
    zend_op_array& code = function->op_array;
    const bool looks = is_cached_code(code) && !is_callable_of_function(code);
    if (!can_cross(code, direct)) return false;
    if (!looks && !functions_exist_for(code)) return false;
    auto [found, is_new] = all_.try_emplace(&closure, One{&code, ZEND_MAP_PTR(code.run_time_cache), origin, {}});
    One& one = found->second;
    if (is_new && origin != nullptr) {
        origin->add(code, one.original);
        one.uses.push_back({nullptr, make_cache(code)});
        ZEND_MAP_PTR_INIT(code.run_time_cache, one.uses.back().cache);
    }
    if (running == nullptr || is_used_in(one, running)) return true;
    running->add(code, ZEND_MAP_PTR(code.run_time_cache));
    one.uses.push_back({running, make_cache(code)});
    ZEND_MAP_PTR_INIT(code.run_time_cache, one.uses.back().cache);
    return true;
}

void ForeignClosures::forget(zend_object& closure) {
    if (all_.empty()) return;
    const auto found = all_.find(&closure);
    if (found == all_.end()) return;
    const One one = std::move(found->second);
    all_.erase(found);
    ZEND_MAP_PTR_INIT(one.code->run_time_cache, one.original);
    if (one.origin != nullptr) one.origin->remove(*one.code);
    for (const Use& use : one.uses) {
        if (use.context != nullptr) use.context->remove(*one.code);
        efree(use.cache);
    }
}

void ForeignClosures::end(const ForeignCaches& context, bool frees) {
    for (auto& [closure, one] : all_) {
        std::erase_if(one.uses, [&context, frees](const Use& use) {
            if (use.context != &context) return false;
            if (frees) efree(use.cache);
            return true;
        });
    }
}

void OuterClosures::begin(const ObjectOwners& owners, bool (*was_made_outside)(const zend_object& closure) noexcept) {
    owners.each([](ContextNumber) { return true; },
                [this, was_made_outside](zend_object& object) {
                    if (object.ce != zend_ce_closure || !was_made_outside(object)) return;
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
