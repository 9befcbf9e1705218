#include "php/isolation/settings.h"

#include <utility>

#include "php/engine/compat/functions.h"
#include "php/engine/state/own_state.h"
#include "php/isolation/state/module_globals.h"

namespace tern::php {

namespace {

// What PHP makes of their values is exchanged with other globals of the request, or by php/isolation/state/own_limits.
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

bool is_applied(const zend_ini_entry& entry) noexcept {
    return entry.on_modify != nullptr && !is_value_exchanged(entry);
}

// Their handlers note where the text lies, in other ways than notes_text() knows.
constexpr Bytes kTexts[] = {"default_charset", "default_mimetype",  "error_log",      "include_path",
                            "input_encoding",  "internal_encoding", "output_encoding"};

}  // namespace

void Settings::point_to_texts() {
    void* value;
    ZEND_HASH_FOREACH_PTR(EG(ini_directives), value) {
        auto* entry = static_cast<zend_ini_entry*>(value);
        if (entry->value != nullptr && notes_text(*entry)) apply(entry);
    }
    ZEND_HASH_FOREACH_END();
    for (Bytes name : kTexts) {
        void* found = zend_hash_str_find_ptr(EG(ini_directives), name.data(), name.size());
        auto* entry = static_cast<zend_ini_entry*>(found);
        if (entry != nullptr && entry->value != nullptr) apply(entry);
    }
}

// A context sees a value of outside as if it were that of php.ini.
void Settings::take(zend_ini_entry& entry, bool from_context, Held& into) {
    if (into.entry != &entry) into.is_applied = is_applied(entry);
    into.entry = &entry;
    into.value = entry.value;
    into.orig_value = entry.orig_value;
    into.modified = static_cast<uint8_t>(entry.modified);
    into.modifiable = static_cast<uint8_t>(entry.modifiable);
    into.orig_modifiable = static_cast<uint8_t>(entry.orig_modifiable);
    if (from_context) {
        entry.value = entry.orig_value;
        entry.modifiable = entry.orig_modifiable;
    }
    entry.modified = 0;
    entry.orig_value = nullptr;
    if (from_context && into.is_applied) call_quietly(apply, &entry);
}

void Settings::put(const Held& held, bool into_context) {
    zend_ini_entry& entry = *held.entry;
    zend_string* const outer = entry.value;
    entry.value = held.value;
    entry.modified = held.modified;
    entry.modifiable = held.modifiable;
    entry.orig_modifiable = held.orig_modifiable;
    entry.orig_value = into_context ? outer : held.orig_value;
    if (into_context && held.is_applied) call_quietly(apply, &entry);
}

void Settings::exchange(bool leaves) {
    std::vector<Held>& from = leaves ? own_ : outer_;
    size_t count = 0;
    if (EG(modified_ini_directives) != nullptr) {
        void* value;
        ZEND_HASH_FOREACH_PTR(EG(modified_ini_directives), value) {
            auto* entry = static_cast<zend_ini_entry*>(value);
            if (!entry->modified) continue;
            if (count == from.size()) from.emplace_back();
            take(*entry, leaves, from[count++]);
        }
        ZEND_HASH_FOREACH_END();
    }
    from.resize(count);
    std::swap(list_, EG(modified_ini_directives));
    for (const Held& one : leaves ? outer_ : own_) put(one, !leaves);
}

void Settings::end() {
    (void)zend_ini_deactivate();
    if (CG(script_encoding_list) == nullptr) return;
    if (void* entry = zend_hash_str_find_ptr(EG(ini_directives), kScriptEncoding.data(), kScriptEncoding.size()))
        apply(entry);
}

}  // namespace tern::php
