// Functions of PHP that keep a list for the whole process. In a context they use the context's own.
#include "php/engine/internal_function.h"
#include "php/engine/registry.h"
#include "php/isolation/context.h"

namespace tern::php {

namespace {

void add_autoloader(Autoloaders& own, INTERNAL_FUNCTION_PARAMETERS) {
    zval* callable = nullptr;
    bool throws = true;
    bool in_front = false;
    ZEND_PARSE_PARAMETERS_START(0, 3)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(callable)
    Z_PARAM_BOOL(throws)
    Z_PARAM_BOOL(in_front)
    ZEND_PARSE_PARAMETERS_END();
    zval standard;
    ZVAL_STRING(&standard, "spl_autoload");
    const bool is_default = callable == nullptr || Z_TYPE_P(callable) == IS_NULL;
    char* error = nullptr;
    if (!is_default && !zend_is_callable_ex(callable, nullptr, 0, nullptr, nullptr, &error)) {
        zend_argument_type_error(1, "must be a valid callback or null, %s", error == nullptr ? "no function" : error);
    } else {
        own.add(is_default ? &standard : callable, in_front);
    }
    if (error != nullptr) efree(error);
    zval_ptr_dtor(&standard);
    RETVAL_TRUE;
}

void remove_autoloader(Autoloaders& own, INTERNAL_FUNCTION_PARAMETERS) {
    zval* callable;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(callable)
    ZEND_PARSE_PARAMETERS_END();
    if (!zend_is_callable(callable, 0, nullptr)) {
        zend_argument_type_error(1, "must be a valid callback");
        RETURN_THROWS();
    }
    RETURN_BOOL(own.remove(callable));
}

void list_autoloaders(Autoloaders& own, INTERNAL_FUNCTION_PARAMETERS) {
    ZEND_PARSE_PARAMETERS_NONE();
    own.list(return_value);
}

void call_autoloaders(Autoloaders& own, INTERNAL_FUNCTION_PARAMETERS) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    zend_string* lower_name = zend_string_tolower(name);
    (void)own.load(name, lower_name);
    zend_string_release(lower_name);
}

struct ContextRow {
    const char* name;
    void (*call)(Autoloaders& own, INTERNAL_FUNCTION_PARAMETERS);
};

constexpr ContextRow kContextRows[] = {
    {"spl_autoload_call", call_autoloaders},
    {"spl_autoload_functions", list_autoloaders},
    {"spl_autoload_register", add_autoloader},
    {"spl_autoload_unregister", remove_autoloader},
};

void call_of_context(const ContextRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    Context* context = Context::running();
    if (context == nullptr) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    row.call(context->autoloaders(), INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

}  // namespace

void take_over_context_functions() noexcept { ReplacedFunctions<kContextRows, call_of_context>::take_over(); }

}  // namespace tern::php
