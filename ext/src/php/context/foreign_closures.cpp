#include "php/context/foreign_closures.h"

#include <algorithm>

#include "php/context/callables.h"
#include "php/context/checked_opcodes.h"
#include "php/context/context.h"
#include "php/context/contexts.h"

namespace tern::php {

void ForeignCaches::remove(const zend_op_array& code) {
    std::erase_if(all_, [&code](const One& one) { return one.code == &code; });
}

bool ForeignClosures::is_used_in(const One& one, const Context* context) noexcept {
    return std::ranges::any_of(one.uses, [context](const Use& use) { return use.context == context; });
}

bool ForeignClosures::prepare(zend_object& closure, Context* origin) {
    auto* function = const_cast<zend_function*>(zend_get_closure_method_def(&closure));
    Context* running = Context::running();
    if (function->type != ZEND_USER_FUNCTION || ZEND_MAP_PTR_IS_OFFSET(function->op_array.run_time_cache)) return true;
    if (running != nullptr && running->outer_closures().has(closure)) return true;
    zend_op_array& code = function->op_array;
    const bool looks = is_cached_code(code) && !is_callable_of_function(code);
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
