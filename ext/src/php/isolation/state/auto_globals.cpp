#include "php/isolation/state/auto_globals.h"

#include <algorithm>

namespace tern::php {

namespace {

constexpr Bytes kOnDemand[] = {"_SERVER", "_ENV", "_REQUEST"};

zend_auto_global* find(Bytes name) noexcept {
    return static_cast<zend_auto_global*>(zend_hash_str_find_ptr(CG(auto_globals), name.data(), name.size()));
}

}  // namespace

bool AutoGlobals::begin() noexcept {
    if (OpcacheUse::made_superglobals == nullptr) return false;
    if (entries[0] == nullptr) std::ranges::transform(kOnDemand, entries.begin(), find);
    if (std::ranges::find(entries, nullptr) != entries.end()) return false;
    on_ = true;
    exchange();
    return true;
}

void make_superglobals() {
    for (Bytes name : kOnDemand) {
        if (const zend_auto_global* known = find(name)) (void)zend_is_auto_global(known->name);
    }
}

}  // namespace tern::php
