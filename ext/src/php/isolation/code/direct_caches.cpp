#include "php/isolation/code/direct_caches.h"

#include "php/isolation/context.h"
#include "php/isolation/contexts.h"

namespace tern::php {

void DirectCaches::add(zend_op_array& code, const Context* owner) {
    if (known_.insert(&code).second) all_.push_back({&code, owner});
}

void DirectCaches::take_new(ForeignCaches& of) const {
    for (const One& one : all_) {
        void** cache = ZEND_MAP_PTR(one.code->run_time_cache);
        if (cache == nullptr) continue;
        of.add(*one.code, cache);
        ZEND_MAP_PTR_INIT(one.code->run_time_cache, nullptr);
    }
}

void DirectCaches::remove(const Context* owner) {
    std::unordered_set<const zend_op_array*> freed;
    std::erase_if(all_, [owner, &freed](const One& one) {
        if (one.owner == owner) freed.insert(one.code);
        return one.owner == owner;
    });
    if (freed.empty()) return;
    for (const zend_op_array* code : freed) known_.erase(code);
    contexts().outer_caches.remove(freed);
    for (Context* one : contexts().by_number) {
        if (one != nullptr) one->foreign_caches().remove(freed);
    }
}

}  // namespace tern::php
