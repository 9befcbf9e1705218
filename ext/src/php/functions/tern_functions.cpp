#include <algorithm>

#include "php/coroutine/hooks/blocking_calls.h"
#include "php/functions/functions.h"
#include "php/http/options/server_config.h"
#include "php/functions/tern_functions_arginfo.h"

namespace tern::php {

const zend_function_entry* extension_functions() noexcept { return tern_functions_entries; }

namespace {

// Adds the aliases of one option, which the table separates by spaces.
void add_aliases(zval* row, const char* aliases) {
    zval list;
    array_init(&list);
    Bytes rest(aliases);
    while (!rest.empty()) {
        const size_t end = std::min(rest.find(' '), rest.size());
        add_next_index_stringl(&list, rest.data(), end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    add_assoc_zval(row, "aliases", &list);
}

bool has_range(OptionKind kind) noexcept {
    return kind == OptionKind::integer || kind == OptionKind::count || kind == OptionKind::size ||
           kind == OptionKind::seconds || kind == OptionKind::ratio;
}

// Adds a limit in the unit that programs use.
void add_limit(zval* row, const char* key, const Option& option, int64_t limit) {
    if (!has_range(option.kind) || limit == INT64_MAX) {
        add_assoc_null(row, key);
    } else {
        zval value;
        show(option.kind, limit, &value);
        add_assoc_zval(row, key, &value);
    }
}

void describe_option(const Option& option, const void* defaults, zval* row) {
    array_init(row);
    add_assoc_string(row, "name", option.name);
    add_aliases(row, option.aliases);
    add_assoc_bool(row, "supported", true);
    add_assoc_string(row, "type", type_name(option.kind));
    add_assoc_string(row, "scope", option.scope == OptionScope::server ? "server" : "port");
    add_limit(row, "least", option, option.least);
    add_limit(row, "most", option, option.most);
    zval value;
    read_option(option, defaults, &value);
    add_assoc_zval(row, "default", &value);
    add_assoc_string(row, "doc", option.doc);
}

void describe_pending(const char* name, zval* row) {
    array_init(row);
    add_assoc_string(row, "name", name);
    add_aliases(row, "");
    add_assoc_bool(row, "supported", false);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_server_options) {
    ZEND_PARSE_PARAMETERS_NONE();
    static const ServerConfig defaults;
    array_init(return_value);
    for (const Option& option : server_options().rows) {
        const void* from = &defaults;
        if (option.scope == OptionScope::port) from = &defaults.port;
        zval row;
        describe_option(option, from, &row);
        add_next_index_zval(return_value, &row);
    }
    for (const char* name : server_options().pending) {
        zval row;
        describe_pending(name, &row);
        add_next_index_zval(return_value, &row);
    }
}

ZEND_FUNCTION(Tern_hooked_calls) {
    ZEND_PARSE_PARAMETERS_NONE();
    hooked_calls(return_value);
}
