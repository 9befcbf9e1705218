#include "php/isolation/state/module_globals.h"

namespace tern::php {

namespace {

// What code outside has changed since the process started.
void apply_settings(const HashTable& changed) {
    void* value;
    ZEND_HASH_FOREACH_PTR(const_cast<HashTable*>(&changed), value) {
        auto* entry = static_cast<zend_ini_entry*>(value);
        if (entry->on_modify == nullptr || !ModuleGlobals::is_own(entry->module_number)) continue;
        (void)entry->on_modify(entry, entry->value, entry->mh_arg1, entry->mh_arg2, entry->mh_arg3,
                               ZEND_INI_STAGE_RUNTIME);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

ModuleGlobals::~ModuleGlobals() {
    if (image_ != nullptr) ModuleImages::all()->give_back(image_);
}

void ModuleGlobals::begin_request(const HashTable* outer_changes) {
    if (outer_changes != nullptr) apply_settings(*outer_changes);
    for (const OwnModule& module : ModuleImages::all()->modules()) module.begin_request();
    to_end_ = ModuleImages::all()->modules().size();
}

void ModuleGlobals::end_request() {
    while (to_end_ > 0) ModuleImages::all()->modules()[--to_end_].end_request();
}

void ModuleGlobals::abort_session() noexcept {
    for (const OwnModule& module : ModuleImages::all()->modules()) module.abort_session();
}

void ModuleGlobals::end_values() {
    for (const OwnModule& module : ModuleImages::all()->modules()) module.end_values();
}

}  // namespace tern::php
