// Calls in the middle of which no coroutine leaves: what they keep for the process while they run code of the program
// has no address that is known, or a library keeps it. A wait within them blocks, as in PHP.
#include <string_view>
#include <unordered_map>

#include "php/engine/internal_function.h"
#include "php/engine/registry.h"

namespace tern::php {

namespace {

constexpr const char* kNames[] = {
    "array_multisort",                  // its comparisons: __toString()
    "highlight_file",                   // the state of PHP's scanner: output callbacks
    "highlight_string",                 //
    "mb_ereg_replace_callback",         // compiled patterns that others replace
    "messagepack::pack",                // as msgpack_pack()
    "messagepack::unpack",              //
    "messagepackunpacker::execute",     //
    "msgpack_pack",                     // the numbers of references: __sleep(), __wakeup(), __serialize()
    "msgpack_serialize",                //
    "msgpack_unpack",                   //
    "msgpack_unserialize",              //
    "parse_ini_file",                   // the state of the scanner of ini files: error handlers
    "parse_ini_string",                 //
    "php_strip_whitespace",             // as highlight_file()
    "phptoken::tokenize",               // as token_get_all()
    "show_source",                      // as highlight_file()
    "token_get_all",                    // the state of PHP's scanner: error handlers
    "xsltprocessor::importstylesheet",  // libxml's settings for parsers: stylesheets that it includes
};

void call_undivided(const char*, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    zend_fiber_switch_block();
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_fiber_switch_unblock();
}

// Classes whose methods are all such calls: ImageMagick holds locks while it calls functions of the program that are
// told of its progress, and while it reads files.
constexpr const char* kClasses[] = {"imagick"};

// By the name of the method: a class that extends one of these has copies of its methods.
std::unordered_map<std::string_view, zif_handler>& methods() {
    static auto* const all = new std::unordered_map<std::string_view, zif_handler>;
    return *all;
}

ZEND_NAMED_FUNCTION(call_method) {
    const zend_string* name = EX(func)->common.function_name;
    call_undivided(nullptr, methods().find({ZSTR_VAL(name), ZSTR_LEN(name)})->second, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void take_over_class(const char* name) {
    auto* entry = static_cast<zend_class_entry*>(zend_hash_str_find_ptr(CG(class_table), name, std::strlen(name)));
    if (entry == nullptr || entry->type != ZEND_INTERNAL_CLASS) return;
    void* value;
    ZEND_HASH_FOREACH_PTR(&entry->function_table, value) {
        auto& method = *static_cast<zend_internal_function*>(value);
        const std::string_view own(ZSTR_VAL(method.function_name), ZSTR_LEN(method.function_name));
        if (method.handler == nullptr || !methods().emplace(own, method.handler).second) continue;
        method.handler = call_method;
        call_by_handler(method);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

void take_over_undivided_calls() noexcept {
    ReplacedFunctions<kNames, call_undivided>::take_over();
    for (const char* name : kClasses) take_over_class(name);
}

}  // namespace tern::php
