#include "php/isolation/code/foreign_closures.h"

#include <algorithm>

#include "php/isolation/callables.h"
#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"

namespace tern::php {

namespace {

// Each context has its own, for all closures that the code makes.
bool all_within_have_caches(const zend_op_array& code) {
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) {
        const zend_op_array& inner = *code.dynamic_func_defs[i];
        const bool has = ZEND_MAP_PTR_IS_OFFSET(inner.run_time_cache) || contexts().direct_caches.knows(inner);
        if (!has || !all_within_have_caches(inner)) return false;
    }
    return true;
}

}  // namespace

void ForeignCaches::remove(const zend_op_array& code) {
    std::erase_if(all_, [&code](const One& one) { return one.code == &code; });
}

void ForeignCaches::remove(const std::unordered_set<const zend_op_array*>& freed) {
    std::erase_if(all_, [&freed](const One& one) { return freed.contains(one.code); });
}

bool ForeignClosures::is_used_in(const One& one, const Context* context) noexcept {
    return std::ranges::any_of(one.uses, [context](const Use& use) { return use.context == context; });
}

bool ForeignClosures::can_cross(const zend_op_array& closure) {
    if (all_within_have_caches(closure)) return true;
    zend_throw_error(nullptr, "opcache has not cached %s, so the closure at line %u cannot run in a context",
                     ZSTR_VAL(closure.filename), closure.line_start);
    return false;
}

bool ForeignClosures::prepare(zend_object& closure, Context* origin) {
    auto* function = const_cast<zend_function*>(zend_get_closure_method_def(&closure));
    Context* running = Context::running();
    if (function->type != ZEND_USER_FUNCTION || ZEND_MAP_PTR_IS_OFFSET(function->op_array.run_time_cache)) return true;
    if (running != nullptr && running->outer_closures().has(closure)) return true;
    zend_op_array& code = function->op_array;
    const bool looks = is_cached_code(code) && !is_callable_of_function(code);
    if (!can_cross(code)) return false;
    if (!looks && !functions_exist_for(code)) return false;
    auto [found, is_new] = all_.try_emplace(&closure, One{&code, ZEND_MAP_PTR(code.run_time_cache), origin, {}});
    One& one = found->second;
    if (is_new && origin != nullptr) {
        origin->foreign_caches().add(code, one.original);
        one.uses.push_back({nullptr, make_cache(code)});
        ZEND_MAP_PTR_INIT(code.run_time_cache, one.uses.back().cache);
    }
    if (running == nullptr || is_used_in(one, running)) return true;
    running->foreign_caches().add(code, ZEND_MAP_PTR(code.run_time_cache));
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
    if (one.origin != nullptr) one.origin->foreign_caches().remove(*one.code);
    for (const Use& use : one.uses) {
        if (use.context != nullptr) use.context->foreign_caches().remove(*one.code);
        efree(use.cache);
    }
}

void ForeignClosures::end(const Context& context) {
    for (auto& [closure, one] : all_) {
        std::erase_if(one.uses, [&context](const Use& use) {
            if (use.context != &context) return false;
            efree(use.cache);
            return true;
        });
    }
}

}  // namespace tern::php
