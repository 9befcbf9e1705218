#include <cstring>
#include <iterator>

#include "php/engine/compat/engine.h"
#include "php/isolation/context.h"
#include "php/isolation/state/request_globals.h"

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

constexpr char kRawVariables = 0;
constexpr char kSetting[] = "filter.default";
constexpr char kNoFilter[] = "unsafe_raw";

// The variables of a script as the client sent them.
class RawVariables final : public OwnPart {
public:
    static RawVariables* find() noexcept {
        return static_cast<RawVariables*>(Context::running() == nullptr ? nullptr
                                                                        : Context::running()->find(&kRawVariables));
    }

    const zval& of(size_t source) const noexcept { return all_[source]; }
    void add(int filter, const char* name, Bytes value) {
        for (size_t i = 0; is_open && i < std::size(kSources); ++i) {
            if (kSources[i].filter == filter) put(all_[i], name, value, filter == PARSE_COOKIE);
        }
    }

    void exchange() override {}
    void end() override {
        for (zval& one : all_) zval_ptr_dtor(&one);
        for (zval& one : all_) ZVAL_UNDEF(&one);
    }
    OwnPart* inherit() const override { return nullptr; }

    bool is_open = true;

private:
    // Of several cookies with one name the first one counts.
    static void put(zval& into, const char* name, Bytes value, bool is_cookie) {
        if (Z_ISUNDEF(into)) array_init(&into);
        if (is_cookie && zend_symtable_str_exists(Z_ARRVAL(into), name, std::strlen(name))) return;
        zval text;
        ZVAL_STRINGL(&text, value.data(), value.size());
        php_register_variable_ex(name, &text, &into);
    }

    zval all_[std::size(kSources)]{};
};

unsigned int (*filter_of_module)(int, const char*, char**, size_t, size_t*) = nullptr;

unsigned int keep_and_filter(int filter, const char* name, char** value, size_t length, size_t* filtered_length) {
    if (RawVariables* raw = RawVariables::find()) raw->add(filter, name, Bytes(*value, length));
    return filter_of_module(filter, name, value, length, filtered_length);
}

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
    make_superglobals();
    const RawVariables* raw = RawVariables::find();
    for (size_t i = 0; i < std::size(kSources); ++i) {
        zval& global = PG(http_globals)[kSources[i].globals];
        const zval held = global;
        const zval& values = raw == nullptr ? held : raw->of(i);
        if (Z_TYPE(values) != IS_ARRAY) continue;
        array_init(&global);  // the filter adds variables there, too, and leaves out cookies that are there
        add_values(kSources[i].filter, *Z_ARRVAL(values), nullptr);
        zval_ptr_dtor(&global);
        global = held;
    }
}

bool has_raw_variables() noexcept { return RawVariables::find() != nullptr; }

void begin_raw_variables() {
    const char* filter = zend_ini_string(const_cast<char*>(kSetting), sizeof kSetting - 1, false);
    if (filter == nullptr || std::strcmp(filter, kNoFilter) == 0 || sapi_module.input_filter == nullptr) return;
    if (filter_of_module == nullptr) {
        filter_of_module = sapi_module.input_filter;
        sapi_module.input_filter = keep_and_filter;
    }
    Context::running()->need(&kRawVariables, [] { return static_cast<OwnPart*>(new RawVariables); });
}

void end_raw_variables() {
    if (RawVariables* raw = RawVariables::find()) raw->is_open = false;
}

void clear_filter_storage() {
    zend_module_entry* module = find_module();
    if (module == nullptr || module->request_shutdown_func == nullptr) return;
    (void)module->request_shutdown_func(module->type, module->module_number);
}

}  // namespace tern::php
