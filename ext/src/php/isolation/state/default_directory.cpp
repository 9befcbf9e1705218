// The directory that readdir() and others read without an argument: the one that was opened last. PHP keeps it in a
// variable that no other file can reach, and would read in one context what another one has opened, or what is closed
// there. So PHP's variable is always empty, and the directory is the running context's.
#include <utility>

#include "php/engine/compat/functions.h"
#include "php/engine/globals.h"
#include "php/engine/internal_function.h"
#include "php/engine/registry.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

enum Use : uint8_t { opens, reads, closes };

struct DirectoryRow {
    const char* name;
    Use use;
};

constexpr DirectoryRow kDirectoryRows[] = {
    {"closedir", closes}, {"dir", opens}, {"opendir", opens}, {"readdir", reads}, {"rewinddir", reads},
};
constexpr size_t kClose = 0;

void call_directory_function(const DirectoryRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS);
using Replaced = ReplacedFunctions<kDirectoryRows, call_directory_function>;

// Calls PHP's own function with this argument.
void call_with(zif_handler engines, const zend_function* called, zend_resource* directory, zval* result) {
    zend_internal_function own = called->internal_function;
    own.handler = engines;
    zval argument;
    ZVAL_RES(&argument, directory);
    zend_call_known_function(reinterpret_cast<zend_function*>(&own), nullptr, nullptr, result, 1, &argument, nullptr);
}

// closedir() empties PHP's variable if it closes what is there, and the list of resources closes nothing that has no
// type. So this closes nothing.
void empty_engines(zend_resource* directory) {
    auto* close = reinterpret_cast<zend_function*>(internal_function(kDirectoryRows[kClose].name));
    if (close == nullptr || directory->ptr == nullptr) return;
    zend_resource other = *directory;
    GC_SET_REFCOUNT(&other, 2);
    const int type = std::exchange(directory->type, -1);
    zval result;
    ZVAL_UNDEF(&result);
    call_with(Replaced::engines(kClose), close, &other, &result);
    directory->type = type;
}

// Null: the function has failed.
zend_resource* opened(zval* result) {
    if (Z_TYPE_P(result) == IS_RESOURCE) return Z_RES_P(result);
    if (Z_TYPE_P(result) != IS_OBJECT) return nullptr;
    zval held;
    const zval* handle = zend_read_property(Z_OBJCE_P(result), Z_OBJ_P(result), ZEND_STRL("handle"), true, &held);
    return Z_TYPE_P(handle) == IS_RESOURCE ? Z_RES_P(handle) : nullptr;
}

void open(zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_resource* directory = opened(return_value);
    if (directory == nullptr) return;
    empty_engines(directory);
    RequestGlobals::drop_directory();
    GC_ADDREF(directory);
    TERN_G(default_directory) = directory;
}

bool has_argument(const zend_execute_data* call) noexcept {
    return ZEND_CALL_NUM_ARGS(call) > 1 ||
           (ZEND_CALL_NUM_ARGS(call) == 1 && Z_TYPE_P(ZEND_CALL_ARG(call, 1)) != IS_NULL);
}

void use_last(zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    zend_resource* directory = TERN_G(default_directory);
    GC_ADDREF(directory);
    deprecate_default_directory();
    if (EG(exception) == nullptr) call_with(engines, EX(func), directory, return_value);
    zend_list_delete(directory);
}

void call_directory_function(const DirectoryRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (row.use == opens) return open(engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const zend_resource* last = TERN_G(default_directory);
    const zval* given = has_argument(execute_data) ? ZEND_CALL_ARG(execute_data, 1) : nullptr;
    const bool is_last = given == nullptr || (Z_TYPE_P(given) == IS_RESOURCE && Z_RES_P(given) == last);
    if (given == nullptr && last != nullptr) {
        use_last(engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    } else {
        engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);  // without a directory: PHP's own has none, too
    }
    if (row.use == closes && is_last) RequestGlobals::drop_directory();
}

}  // namespace

void take_over_directories() noexcept { Replaced::take_over(); }

}  // namespace tern::php
