#include "php/isolation/code/run_time_caches.h"

namespace tern::php {

void ForeignCaches::remove(const zend_op_array& code) {
    std::erase_if(all_, [&code](const One& one) { return one.code == &code; });
}

void ForeignCaches::remove(const CodeSet& freed) {
    std::erase_if(all_, [&freed](const One& one) { return freed.contains(one.code); });
}

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

CodeSet DirectCaches::remove(const Context* owner) {
    CodeSet freed;
    std::erase_if(all_, [owner, &freed](const One& one) {
        if (one.owner == owner) freed.insert(one.code);
        return one.owner == owner;
    });
    for (const zend_op_array* code : freed) known_.erase(code);
    return freed;
}

}  // namespace tern::php
