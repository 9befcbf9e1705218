#include "php/context/settings.h"

#include <utility>

#include "php/bridge/own_state.h"
#include "php/context/module_globals.h"

namespace tern::php {

namespace {

// What PHP makes of their values is exchanged with other globals of the request, or by php/hooks/own_limits.
bool is_value_exchanged(const zend_ini_entry& entry) noexcept {
    if (ModuleGlobals::is_own(entry.module_number)) return true;
    for (Bytes name : {"ignore_user_abort", "max_execution_time", "memory_limit", "open_basedir", "opcache.enable"}) {
        if (view(entry.name) == name) return true;
    }
    return false;
}

constexpr Bytes kScriptEncoding = "zend.script_encoding";

// The handler refuses while zend.multibyte is off, which may have gone back before. Then there is none. False: it does
// not refuse.
bool drop_script_encoding(const zend_ini_entry& entry) {
    if (view(entry.name) != kScriptEncoding) return false;
    if (entry.value != nullptr && CG(multibyte)) return false;
    if (CG(script_encoding_list) != nullptr) (void)zend_multibyte_set_script_encoding_by_string(nullptr, 0);
    return true;
}

void apply(void* argument) {
    auto* entry = static_cast<zend_ini_entry*>(argument);
    if (drop_script_encoding(*entry)) return;
    (void)entry->on_modify(entry, entry->value, entry->mh_arg1, entry->mh_arg2, entry->mh_arg3,
                           ZEND_INI_STAGE_ACTIVATE);
}

void apply_value(zend_ini_entry& entry) {
    if (entry.on_modify != nullptr && !is_value_exchanged(entry)) call_quietly(apply, &entry);
}

// The handler notes where the text lies.
bool is_text(const zend_ini_entry& entry) noexcept {
    if (entry.on_modify == OnUpdateString || entry.on_modify == OnUpdateStringUnempty) return true;
    for (Bytes name : {"default_charset", "default_mimetype", "error_log", "include_path", "input_encoding",
                       "internal_encoding", "output_encoding"}) {
        if (view(entry.name) == name) return true;
    }
    return false;
}

}  // namespace

void Settings::point_to_texts() {
    void* value;
    ZEND_HASH_FOREACH_PTR(EG(ini_directives), value) {
        auto* entry = static_cast<zend_ini_entry*>(value);
        if (entry->value != nullptr && is_text(*entry)) apply(entry);
    }
    ZEND_HASH_FOREACH_END();
}

// A context sees a value of outside as if it were that of php.ini.
Settings::Held Settings::take(zend_ini_entry& entry, bool from_context) {
    const Held held{&entry, entry};
    if (from_context) {
        entry.value = entry.orig_value;
        entry.modifiable = entry.orig_modifiable;
    }
    entry.modified = 0;
    entry.orig_value = nullptr;
    if (from_context) apply_value(entry);
    return held;
}

void Settings::put(const Held& held, bool into_context) {
    zend_ini_entry& entry = *held.entry;
    zend_string* const outer = entry.value;
    entry.value = held.state.value;
    entry.modified = held.state.modified;
    entry.modifiable = held.state.modifiable;
    entry.orig_modifiable = held.state.orig_modifiable;
    entry.orig_value = into_context ? outer : held.state.orig_value;
    if (into_context) apply_value(entry);
}

void Settings::exchange(bool leaves) {
    std::vector<Held> last;
    if (EG(modified_ini_directives) != nullptr) {
        void* value;
        ZEND_HASH_FOREACH_PTR(EG(modified_ini_directives), value) {
            auto* entry = static_cast<zend_ini_entry*>(value);
            if (entry->modified) last.push_back(take(*entry, leaves));
        }
        ZEND_HASH_FOREACH_END();
    }
    std::swap(last, held_);
    std::swap(list_, EG(modified_ini_directives));
    for (const Held& one : last) put(one, !leaves);
}

void Settings::end() {
    (void)zend_ini_deactivate();
    if (CG(script_encoding_list) == nullptr) return;
    if (void* entry = zend_hash_str_find_ptr(EG(ini_directives), kScriptEncoding.data(), kScriptEncoding.size()))
        apply(entry);
}

}  // namespace tern::php
