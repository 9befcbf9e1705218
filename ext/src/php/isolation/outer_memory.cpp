#include "php/isolation/outer_memory.h"

#include <utility>

#include "php/engine/compat/engine.h"
#include "php/engine/compat/module_globals.h"
#include "php/isolation/state/request_globals.h"

extern "C" {
#include <ext/pcre/php_pcre.h>
#include <main/php_open_temporary_file.h>
}

namespace tern::php {

namespace {

// The command line compiles patterns into memory of the request, other servers into that of the process: the module
// looks at the name of the server when it makes its globals. Patterns of before stay where they are, as one may be in
// use.
void keep_patterns_in_process() {
    auto* entry = static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcre")));
    if (entry == nullptr || entry->globals_ctor == nullptr || !PCRE_G(per_request_cache)) return;
    zend_pcre_globals made{};
    char server[] = "tern";
    char* const name = std::exchange(sapi_module.name, server);
    entry->globals_ctor(&made);
    sapi_module.name = name;
    if (made.per_request_cache) return;
    PCRE_G(per_request_cache) = false;
    PCRE_G(pcre_cache) = made.pcre_cache;
}

// The pairs that stand for groups without a match. The module makes each when it is first needed.
void make_pair(zval* pair, const zval* text) {
    if (Z_TYPE_P(pair) != IS_UNDEF) return;
    array_init_size(pair, 2);
    zval value;
    ZVAL_COPY_VALUE(&value, text);
    zend_hash_next_index_insert(Z_ARRVAL_P(pair), &value);
    ZVAL_LONG(&value, -1);
    zend_hash_next_index_insert(Z_ARRVAL_P(pair), &value);
    GC_ADD_FLAGS(Z_ARRVAL_P(pair), GC_IMMUTABLE);
    Z_TYPE_INFO_P(pair) = IS_ARRAY;
}

}  // namespace

void prepare_outer_memory() {
    static bool done = false;
    if (std::exchange(done, true)) return;
    keep_patterns_in_process();
    zval text;
    ZVAL_NULL(&text);
    make_pair(&PCRE_G(unmatched_null_pair), &text);
    ZVAL_EMPTY_STRING(&text);
    make_pair(&PCRE_G(unmatched_empty_pair), &text);
    (void)php_get_temporary_directory();
    clear_filter_storage();  // all share it, and no request leaves anything there
}

}  // namespace tern::php
