#include <cstring>
#include <span>

#include "php/engine/classes.h"
#include "php/engine/constants/constants.h"
#include "php/engine/registry.h"
#include "php/engine/version.h"
#include "php/functions/functions.h"
#include "php/functions/openswoole/openswoole.h"

namespace tern::php {

namespace {

constexpr NamePrefix kConstants{"SWOOLE_", "OPEN"};

// Constants with another value there, and those that Swoole does not have. Constants that are there already are not
// made from Swoole's.
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
        if (!view(entry->name).starts_with(kOpenSwooleNamespace.of_swoole)) return;
        zend_string* name = renamed(kOpenSwooleNamespace, view(entry->name));
        if (!is_taken(CG(class_table), name)) {
            zend_register_class_alias_ex(ZSTR_VAL(name), ZSTR_LEN(name), entry, true);
        }
        zend_string_release(name);
    });
}

}  // namespace

void register_openswoole(int module_number) {
    register_constants_of_openswoole(module_number);
    register_class_constants();
    register_class_names();
    zend_register_functions(nullptr, openswoole_functions(), nullptr, MODULE_PERSISTENT);
    register_openswoole_functions(functions());
    for (const Methods& row : kMethods) {
        zend_class_entry* entry = classes.*row.entry;
        zend_register_functions(entry, row.table(), &entry->function_table, MODULE_PERSISTENT);
    }
}

}  // namespace tern::php
