// The globals of modules, as far as they are needed, which no header of PHP that is always installed has.
#pragma once

#include <cstddef>

#include "php/engine/compat/engine.h"

namespace tern::php {

// Of ext/pgsql.
struct PgsqlGlobals {
    zend_long num_links, num_persistent;
    zend_long max_links, max_persistent;
    bool allow_persistent;
    int ignore_notices;
    zend_long auto_reset_persistent;
    int log_notices;
    zend_object* default_link;
    HashTable field_oids;
    HashTable table_oids;
    HashTable connections;
};

// Null: the module is not loaded, or has another layout. One of its settings has the offset of its value.
inline PgsqlGlobals* pgsql_globals() noexcept {
    constexpr char kSetting[] = "pgsql.log_notice";
    const auto* module = static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pgsql")));
    const auto* setting =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), kSetting, sizeof kSetting - 1));
    if (module == nullptr || setting == nullptr || module->globals_size != sizeof(PgsqlGlobals)) return nullptr;
    const bool same = reinterpret_cast<size_t>(setting->mh_arg1) == offsetof(PgsqlGlobals, log_notices);
    return same ? static_cast<PgsqlGlobals*>(module_globals(*module)) : nullptr;
}

// Of modules that hold something during a call (engine/state/held_state).
struct LibxmlGlobals {
    zval stream_context;
    smart_str error_buffer;
};

struct IntlGlobals {
    void* current_collator;
    char* default_locale;
    void* compare_func;
};

// The module's setting has the offset of its value.
inline bool is_layout_of(const IntlGlobals& globals) noexcept {
    constexpr char kSetting[] = "intl.default_locale";
    const auto* setting =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), kSetting, sizeof kSetting - 1));
    return setting != nullptr && globals_of_setting(*setting) == &globals &&
           reinterpret_cast<size_t>(setting->mh_arg1) == offsetof(IntlGlobals, default_locale);
}

}  // namespace tern::php
