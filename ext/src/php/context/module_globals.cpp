#include "php/context/module_globals.h"

#include <cstring>
#include <malloc.h>
#include <utility>

#include "php/context/state_table.h"

extern "C" {
#include <ext/session/php_session.h>
}

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

// A session starts when the data of the request are there.
void begin(zend_module_entry& entry) {
    if (std::strcmp(entry.name, "session") != 0) {
        (void)entry.request_startup_func(entry.type, entry.module_number);
        return;
    }
    auto& session = *static_cast<php_ps_globals*>(module_globals(entry));
    const auto starts = std::exchange(session.auto_start, false);
    (void)entry.request_startup_func(entry.type, entry.module_number);
    session.auto_start = starts;
}

void forget_last_error(const zend_module_entry& entry) noexcept {
    for (const LastError& one : last_errors()) {
        if (std::strcmp(one.module, entry.name) != 0) continue;
        void* globals = module_globals(entry);
        if (!one.is_pointer) {
            std::memset(globals, 0, sizeof(int));
        } else if (void* errors = *static_cast<void**>(globals)) {
            std::memset(errors, 0, malloc_usable_size(errors));
        }
    }
}

}  // namespace

ModuleGlobals::~ModuleGlobals() {
    if (image_ != nullptr) ModuleImages::all()->give_back(image_);
}

void ModuleGlobals::begin_request(const HashTable* outer_changes) {
    if (outer_changes != nullptr) apply_settings(*outer_changes);
    for (const OwnModule& module : ModuleImages::all()->modules()) {
        if (module.entry().request_startup_func != nullptr) module.call(begin);
    }
    to_end_ = ModuleImages::all()->modules().size();
}

void ModuleGlobals::end_request() {
    while (to_end_ > 0) {
        const OwnModule& module = ModuleImages::all()->modules()[--to_end_];
        if (module.entry().request_shutdown_func == nullptr) continue;
        module.call([](zend_module_entry& entry) { (void)entry.request_shutdown_func(entry.type, entry.module_number); });
    }
}

void ModuleGlobals::end_values() {
    for (const OwnModule& module : ModuleImages::all()->modules()) {
        forget_last_error(module.entry());
        if (module.entry().post_deactivate_func == nullptr) continue;
        module.call([](zend_module_entry& entry) { (void)entry.post_deactivate_func(); });
    }
}

}  // namespace tern::php
