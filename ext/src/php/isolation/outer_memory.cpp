#include "php/isolation/outer_memory.h"

#include <algorithm>
#include <utility>
#include <zend_extensions.h>

#include "php/engine/compat/engine.h"
#include "php/engine/compat/module_globals.h"
#include "php/engine/state/error_handling.h"
#include "php/isolation/state/request_globals.h"

extern "C" {
#include <ext/pcre/php_pcre.h>
#include <main/php_open_temporary_file.h>
}

namespace tern::php {

namespace {

// The command line compiles patterns into memory of the request, other servers into that of the process: the module
// looks at the name of the server when it makes its globals. From 8.5 on all do the latter. Patterns of before stay
// where they are, as one may be in use.
template <class Globals>
void keep_patterns_in_process() {
    if constexpr (requires(Globals globals) { globals.per_request_cache; }) {
        auto* entry = static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcre")));
        if (entry == nullptr || entry->globals_ctor == nullptr) return;
        auto* globals = static_cast<Globals*>(module_globals(*entry));
        if (!globals->per_request_cache) return;
        Globals made{};
        char server[] = "tern";
        char* const name = std::exchange(sapi_module.name, server);
        entry->globals_ctor(&made);
        sapi_module.name = name;
        if (made.per_request_cache) return;
        globals->per_request_cache = false;
        globals->pcre_cache = made.pcre_cache;
    }
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

// Debuggers and profilers look at all code, and keep what they have seen.
constexpr Bytes kObservers[] = {"blackfire", "datadog-profiling", "ddtrace", "newrelic", "tideways", "xdebug"};

// They do not announce globals, and each of their pieces of memory is known. That of uri, a parser and the addresses it
// has parsed, is of malloc().
constexpr Bytes kHidden[] = {"core",     "filter", "gd",   "readline", "soap",        "spl",
                             "standard", "swoole", "tern", "uri",      "zend opcache"};

template <size_t kCount>
bool is_one_of(Bytes name, const Bytes (&all)[kCount]) noexcept {
    return std::ranges::any_of(all, [name](Bytes one) { return equals_lower(name, one); });
}

const char* find_module_with_memory() noexcept {
    static constexpr char kLeakDetection[] = "swoole.leak_detection";  // it notes where each block was made
    if (zend_ini_long(kLeakDetection, sizeof kLeakDetection - 1, false) != 0) return kLeakDetection;
    for (const zend_llist_element* one = zend_extensions.head; one != nullptr; one = one->next) {
        const char* name = reinterpret_cast<const zend_extension*>(one->data)->name;
        if (name != nullptr && !equals_lower(name, "zend opcache")) return name;
    }
    void* value;
    ZEND_HASH_FOREACH_PTR(&module_registry, value) {
        const auto* module = static_cast<zend_module_entry*>(value);
        const bool begins = module->request_startup_func != nullptr || module->request_shutdown_func != nullptr;
        const bool hides = module->globals_size == 0 && begins && !is_one_of(module->name, kHidden);
        if (hides || is_one_of(module->name, kObservers)) return module->name;
    }
    ZEND_HASH_FOREACH_END();
    return nullptr;
}

}  // namespace

const char* module_with_memory() noexcept {
    static const char* const found = find_module_with_memory();
    return found;
}

void prepare_outer_memory() {
    static bool done = false;
    if (std::exchange(done, true)) return;
    keep_patterns_in_process<zend_pcre_globals>();
    zval text;
    ZVAL_NULL(&text);
    make_pair(&PCRE_G(unmatched_null_pair), &text);
    ZVAL_EMPTY_STRING(&text);
    make_pair(&PCRE_G(unmatched_empty_pair), &text);
    (void)php_get_temporary_directory();
    (void)no_error_handler();
    clear_filter_storage();  // all share it, and no request leaves anything there
}

}  // namespace tern::php
