#include <cstring>

#include "php/isolation/context.h"
#include "php/isolation/origin.h"

namespace tern::php {

namespace {

zif_handler engines_bind;
zif_handler engines_bind_to;
zif_handler engines_call;
zif_handler engines_invoke;
zif_handler engines_invoke_args;

bool is_generator(const zend_object& closure) noexcept {
    return (zend_get_closure_method_def(const_cast<zend_object*>(&closure))->common.fn_flags & ZEND_ACC_GENERATOR) != 0;
}

// Null: it was made in the running context, or it is no closure.
zend_object* foreign_closure(const zval* value) noexcept {
    const bool is_closure = Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == zend_ce_closure;
    return is_closure && Origin::of(*Z_OBJ_P(value)) != Context::running() ? Z_OBJ_P(value) : nullptr;
}

void call_engine(zif_handler engine, zend_object* foreign, INTERNAL_FUNCTION_PARAMETERS) {
    if (foreign == nullptr) return engine(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (!Origin::prepare(*foreign)) return;
    const OwnCaches caches(*foreign);
    engine(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

zend_object* foreign_argument(zend_execute_data* execute_data) noexcept {
    return ZEND_NUM_ARGS() == 0 ? nullptr : foreign_closure(ZEND_CALL_ARG(execute_data, 1));
}

ZEND_NAMED_FUNCTION(bind) {
    call_engine(engines_bind, foreign_argument(execute_data), INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_NAMED_FUNCTION(bind_to) {
    call_engine(engines_bind_to, foreign_closure(ZEND_THIS), INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// A generator has a copy of the closure. Other code runs with the cache that the closure has in the running context.
ZEND_NAMED_FUNCTION(call) {
    zend_object* foreign = foreign_closure(ZEND_THIS);
    if (foreign != nullptr && !is_generator(*foreign)) {
        if (!Origin::prepare(*foreign)) return;
        foreign = nullptr;
    }
    call_engine(engines_call, foreign, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// ReflectionMethod has __invoke() of a closure from elsewhere than the closure's handlers.
ZEND_NAMED_FUNCTION(invoke) {
    zend_object* foreign = foreign_argument(execute_data);
    if (foreign == nullptr || Origin::prepare(*foreign)) engines_invoke(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_NAMED_FUNCTION(invoke_args) {
    zend_object* foreign = foreign_argument(execute_data);
    if (foreign == nullptr || Origin::prepare(*foreign)) engines_invoke_args(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

zif_handler take_over(HashTable& methods, const char* name, zif_handler own) noexcept {
    auto* method = static_cast<zend_function*>(zend_hash_str_find_ptr(&methods, name, std::strlen(name)));
    return std::exchange(method->internal_function.handler, own);
}

}  // namespace

OwnCaches::OwnCaches(const zend_object& closure) noexcept {
    zend_function& function =
        *const_cast<zend_function*>(zend_get_closure_method_def(const_cast<zend_object*>(&closure)));
    const bool is_shared =
        function.type == ZEND_USER_FUNCTION && (function.common.fn_flags & ZEND_ACC_HEAP_RT_CACHE) == 0;
    if (!is_shared || Origin::of(closure) == Context::running()) return;
    code_ = &function.op_array;
    code_->fn_flags |= ZEND_ACC_HEAP_RT_CACHE;
}

OwnCaches::~OwnCaches() {
    if (code_ != nullptr) code_->fn_flags &= ~ZEND_ACC_HEAP_RT_CACHE;
}

void take_over_copied_closures() noexcept {
    if (engines_bind != nullptr) return;
    HashTable& methods = zend_ce_closure->function_table;
    engines_bind = take_over(methods, "bind", bind);
    engines_bind_to = take_over(methods, "bindto", bind_to);
    engines_call = take_over(methods, "call", call);
    auto* reflection =
        static_cast<zend_class_entry*>(zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("reflectionmethod")));
    engines_invoke = take_over(reflection->function_table, "invoke", invoke);
    engines_invoke_args = take_over(reflection->function_table, "invokeargs", invoke_args);
}

}  // namespace tern::php
