// Functions by which the library runs pages over FastCGI.
#include <utility>

#include "php/engine/registry.h"
#include "php/isolation/state/module_images.h"
#include "php/http/page/fastcgi_functions_arginfo.h"

namespace tern::php {

namespace {

void apply_to_process(zend_ini_entry& entry, zend_string* value, bool is_admin, zval* return_value) {
    zend_string* kept = zend_string_init(ZSTR_VAL(value), ZSTR_LEN(value), true);
    const bool fits = entry.on_modify == nullptr || entry.on_modify(&entry, kept, entry.mh_arg1, entry.mh_arg2,
                                                                    entry.mh_arg3, PHP_INI_STAGE_ACTIVATE) == SUCCESS;
    if (!fits) {
        zend_string_free(kept);
        RETURN_FALSE;
    }
    entry.value = kept;  // as long as the process: others may still point into the one before
    if (ModuleImages* images = ModuleImages::all()) images->change_setting(entry);
    if (is_admin) entry.modifiable = PHP_INI_SYSTEM;
    RETURN_TRUE;
}

bool is_there(const Bucket& place) noexcept { return Z_TYPE(place.val) != IS_UNDEF; }

// PHP closes the gaps that it makes in its table. What was there when its request began is counted by places, and comes
// first: else pages would have functions of the launcher.
void disable_functions(const char* names) {
    const HashTable& all = *EG(function_table);
    const void* first = nullptr;  // of those that have come later
    uint32_t later = 0;
    for (uint32_t i = all.nNumUsed; i-- > EG(persistent_functions_count);) {
        if (!is_there(all.arData[i])) continue;
        first = Z_PTR(all.arData[i].val);
        ++later;
    }
    zend_disable_functions(names);
    uint32_t end = all.nNumUsed;
    for (; later > 0 && end > 0; --end) {
        const Bucket& last = all.arData[end - 1];
        if (!is_there(last)) continue;
        if (Z_PTR(last.val) == first) later = 1;
        --later;
    }
    EG(persistent_functions_count) = end;
}

}  // namespace

void register_fastcgi_functions() { register_functions(fastcgi_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_change_process_setting) {
    zend_string* name;
    zend_string* value;
    bool is_admin;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_STR(name)
    Z_PARAM_STR(value)
    Z_PARAM_BOOL(is_admin)
    ZEND_PARSE_PARAMETERS_END();
    auto* entry = static_cast<zend_ini_entry*>(zend_hash_find_ptr(EG(ini_directives), name));
    if (entry == nullptr) RETURN_FALSE;
    if (tern::is_text(view(name), "disable_functions")) disable_functions(ZSTR_VAL(value));
    apply_to_process(*entry, value, is_admin, return_value);
}

ZEND_FUNCTION(Tern_Internal_hide_extension) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    const dtor_func_t end = std::exchange(module_registry.pDestructor, nullptr);  // the module does not end
    zend_hash_del(&module_registry, name);
    module_registry.pDestructor = end;
}
