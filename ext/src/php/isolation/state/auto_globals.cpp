#include "php/isolation/state/auto_globals.h"

#include <algorithm>

namespace tern::php {

namespace {

zend_auto_global* find(Bytes name) noexcept {
    return static_cast<zend_auto_global*>(zend_hash_str_find_ptr(CG(auto_globals), name.data(), name.size()));
}

}  // namespace

bool AutoGlobals::begin() noexcept {
    if (OpcacheUse::made_superglobals == nullptr) return false;
    if (entries[0] == nullptr) entries = {find("_SERVER"), find("_ENV"), find("_REQUEST")};
    if (std::ranges::find(entries, nullptr) != entries.end()) return false;
    on_ = true;
    exchange();
    return true;
}

}  // namespace tern::php
