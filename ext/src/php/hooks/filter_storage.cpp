#include "php/hooks/filter_storage.h"

#include "php/bridge/compat/engine.h"

namespace tern::php {

namespace {

struct Source {
    int globals;  // index of PG(http_globals)
    int filter;   // as input filters know it
};

constexpr Source kSources[] = {{TRACK_VARS_GET, PARSE_GET},
                               {TRACK_VARS_POST, PARSE_POST},
                               {TRACK_VARS_COOKIE, PARSE_COOKIE},
                               {TRACK_VARS_SERVER, PARSE_SERVER},
                               {TRACK_VARS_ENV, PARSE_ENV}};

zend_module_entry* find_module() noexcept {
    return static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("filter")));
}

void add_text(int filter, const char* name, const zend_string* text) {
    char* copy = estrndup(ZSTR_VAL(text), ZSTR_LEN(text));
    size_t length = 0;
    (void)sapi_module.input_filter(filter, name, &copy, ZSTR_LEN(text), &length);
    efree(copy);
}

// Names of nested values are those of forms: a[b][c]. PHP limits their depth (max_input_nesting_level).
void add_values(int filter, const HashTable& values, const zend_string* outer) {
    zend_ulong number;
    zend_string* key;
    zval* value;
    ZEND_HASH_FOREACH_KEY_VAL(const_cast<HashTable*>(&values), number, key, value) {
        smart_str name{};
        if (outer != nullptr) smart_str_append(&name, const_cast<zend_string*>(outer));
        if (outer != nullptr) smart_str_appendc(&name, '[');
        key == nullptr ? smart_str_append_long(&name, static_cast<zend_long>(number)) : smart_str_append(&name, key);
        if (outer != nullptr) smart_str_appendc(&name, ']');
        smart_str_0(&name);
        ZVAL_DEREF(value);
        if (Z_TYPE_P(value) == IS_STRING) add_text(filter, ZSTR_VAL(name.s), Z_STR_P(value));
        if (Z_TYPE_P(value) == IS_ARRAY) add_values(filter, *Z_ARRVAL_P(value), name.s);
        smart_str_free(&name);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

void fill_filter_storage() {
    clear_filter_storage();
    if (find_module() == nullptr || sapi_module.input_filter == nullptr) return;
    for (const Source& source : kSources) {
        const zval& values = PG(http_globals)[source.globals];
        if (Z_TYPE(values) == IS_ARRAY) add_values(source.filter, *Z_ARRVAL(values), nullptr);
    }
}

void clear_filter_storage() {
    zend_module_entry* module = find_module();
    if (module == nullptr || module->request_shutdown_func == nullptr) return;
    (void)module->request_shutdown_func(module->type, module->module_number);
}

}  // namespace tern::php
