#include <cstring>
#include <span>

#include "php/bridge/classes.h"
#include "php/bridge/version.h"
#include "php/class/functions.h"
#include "php/class/openswoole/openswoole.h"
#include "php/class/openswoole/openswoole_methods.h"
#include "php/constants/constant.h"

namespace tern::php {

namespace {

// Names that begin with the first are there with the second in front, too.
struct Prefix {
    Bytes of_swoole;
    const char* before;
};

constexpr Prefix kNamespace{"Swoole\\", "Open"};
constexpr Prefix kFunctions{"swoole_", "open"};
constexpr Prefix kConstants{"SWOOLE_", "OPEN"};

// What has another value there, and what Swoole does not have. Constants that are there already are not made from
// Swoole's.
constexpr Constant kOwnConstants[] = {
    {"OPENSWOOLE_VERSION_ID", kOpenSwooleVersionId},
    {"OPENSWOOLE_MAJOR_VERSION", kOpenSwooleVersionId / 10000},
    {"OPENSWOOLE_MINOR_VERSION", kOpenSwooleVersionId / 100 % 100},
    {"OPENSWOOLE_RELEASE_VERSION", kOpenSwooleVersionId % 100},
    // For the option reactor_type, which changes nothing.
    {"OPENSWOOLE_EPOLL", 1},
    {"OPENSWOOLE_KQUEUE", 2},
    {"OPENSWOOLE_POLL", 3},
    {"OPENSWOOLE_SELECT", 4},
    {"OPENSWOOLE_IO_URING", 5},
};

// Constants of classes: those of Swoole that begin with SWOOLE_ and this, without SWOOLE_.
struct ClassConstants {
    zend_class_entry* Classes::*entry;
    Bytes prefix;
};

constexpr ClassConstants kClassConstants[] = {
    {&Classes::server, "IPC_"},    {&Classes::server, "DISPATCH_RESULT_"}, {&Classes::server, "TASK_"},
    {&Classes::server, "WORKER_"}, {&Classes::runtime, "HOOK_"},           {&Classes::websocket_server, "WEBSOCKET_"},
};

constexpr Constant kServerModes[] = {{"SIMPLE_MODE", 1}, {"POOL_MODE", 2}};

struct Methods {
    zend_class_entry* Classes::*entry;
    const zend_function_entry* (*table)() noexcept;
};

// A subclass has a row of its own: it has taken over the methods of its parent already.
constexpr Methods kMethods[] = {
    {&Classes::coroutine, openswoole_coroutine_methods},
    {&Classes::coroutine_channel, openswoole_channel_methods},
    {&Classes::http_server, openswoole_http_server_methods},
    {&Classes::websocket_server, openswoole_http_server_methods},
};

zend_string* renamed(const Prefix& prefix, Bytes name) {
    return zend_string_concat2(prefix.before, std::strlen(prefix.before), name.data(), name.size());
}

// Names of classes and functions are the same in upper and lower case.
bool is_taken(const HashTable* table, zend_string* name) {
    zend_string* lower_name = zend_string_tolower(name);
    const bool taken = zend_hash_exists(table, lower_name);
    zend_string_release(lower_name);
    return taken;
}

// Calls `visit(element)` for each element that is in the table now. It may add elements.
template <class T, class Visitor>
void each_of_now(HashTable* table, Visitor visit) {
    zend_hash_extend(table, 2 * zend_hash_num_elements(table), false);
    const uint32_t used = table->nNumUsed;
    for (uint32_t i = 0; i < used; ++i) {
        const Bucket& bucket = table->arData[i];
        if (Z_TYPE(bucket.val) != IS_UNDEF) visit(static_cast<T*>(Z_PTR(bucket.val)), bucket.key);
    }
}

void add_constant(const char* name, size_t length, const zval& value, int module_number) {
    switch (Z_TYPE(value)) {
        case IS_LONG: zend_register_long_constant(name, length, Z_LVAL(value), CONST_PERSISTENT, module_number); break;
        case IS_DOUBLE:
            zend_register_double_constant(name, length, Z_DVAL(value), CONST_PERSISTENT, module_number);
            break;
        case IS_STRING:
            zend_register_stringl_constant(name, length, Z_STRVAL(value), Z_STRLEN(value), CONST_PERSISTENT,
                                           module_number);
            break;
        default:
            zend_register_bool_constant(name, length, Z_TYPE(value) == IS_TRUE, CONST_PERSISTENT, module_number);
            break;
    }
}

void register_constants_of_openswoole(int module_number) {
    zend_register_string_constant(ZEND_STRL("OPENSWOOLE_VERSION"), kOpenSwooleVersion, CONST_PERSISTENT, module_number);
    for (const Constant& row : kOwnConstants) {
        zend_register_long_constant(row.name, std::strlen(row.name), row.value, CONST_PERSISTENT, module_number);
    }
    each_of_now<zend_constant>(EG(zend_constants), [&](const zend_constant* constant, const zend_string* key) {
        if (!view(key).starts_with(kConstants.of_swoole)) return;
        zend_string* name = renamed(kConstants, view(key));
        if (!zend_hash_exists(EG(zend_constants), name)) {
            add_constant(ZSTR_VAL(name), ZSTR_LEN(name), constant->value, module_number);
        }
        zend_string_release(name);
    });
}

void add_class_constant(zend_class_entry* base, Bytes name, zend_long value) {
    each_of_now<zend_class_entry>(CG(class_table), [&](zend_class_entry* entry, const zend_string*) {
        if (!instanceof_function(entry, base)) return;
        if (zend_hash_str_exists(&entry->constants_table, name.data(), name.size())) return;
        zend_declare_class_constant_long(entry, name.data(), name.size(), value);
    });
}

void register_class_constants() {
    for (const Constant& row : kServerModes) add_class_constant(classes.server, row.name, row.value);
    each_of_now<zend_constant>(EG(zend_constants), [](const zend_constant* constant, const zend_string* key) {
        if (!view(key).starts_with(kConstants.of_swoole)) return;
        const Bytes name = view(key).substr(kConstants.of_swoole.size());
        for (const ClassConstants& row : kClassConstants) {
            if (name.starts_with(row.prefix)) add_class_constant(classes.*row.entry, name, Z_LVAL(constant->value));
        }
    });
}

void register_class_names() {
    each_of_now<zend_class_entry>(CG(class_table), [](zend_class_entry* entry, const zend_string*) {
        if (!view(entry->name).starts_with(kNamespace.of_swoole)) return;
        zend_string* name = renamed(kNamespace, view(entry->name));
        if (!is_taken(CG(class_table), name)) {
            zend_register_class_alias_ex(ZSTR_VAL(name), ZSTR_LEN(name), entry, true);
        }
        zend_string_release(name);
    });
}

const Prefix* prefix_of_function(Bytes name) noexcept {
    if (name.starts_with(kFunctions.of_swoole)) return &kFunctions;
    return name.starts_with(kNamespace.of_swoole) ? &kNamespace : nullptr;
}

}  // namespace

void register_openswoole_functions(const zend_function_entry* table) {
    for (const zend_function_entry* row = table; row->fname != nullptr; ++row) {
        const Prefix* prefix = prefix_of_function(row->fname);
        if (prefix == nullptr) continue;
        zend_string* name = renamed(*prefix, row->fname);
        zend_function_entry alias[2] = {*row, {}};
        alias[0].fname = ZSTR_VAL(name);
        if (!is_taken(CG(function_table), name)) {
            zend_register_functions(nullptr, alias, nullptr, MODULE_PERSISTENT);
        }
        zend_string_release(name);
    }
}

void register_openswoole(int module_number) {
    register_constants_of_openswoole(module_number);
    register_class_constants();
    register_class_names();
    zend_register_functions(nullptr, openswoole_own_functions(), nullptr, MODULE_PERSISTENT);
    register_openswoole_functions(functions());
    for (const Methods& row : kMethods) {
        zend_class_entry* entry = classes.*row.entry;
        zend_register_functions(entry, row.table(), &entry->function_table, MODULE_PERSISTENT);
    }
}

}  // namespace tern::php
