// The globals of ext/pgsql, which no header that is always installed has.
#pragma once

#include <cstddef>

#include "php/engine/compat/engine.h"

namespace tern::php {

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
    return same ? static_cast<PgsqlGlobals*>(module->globals_ptr) : nullptr;
}

}  // namespace tern::php
