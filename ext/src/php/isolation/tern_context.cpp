#include "php/engine/classes.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/tern_context_arginfo.h"

namespace tern::php {

namespace {

struct ContextObject {
    Context* context;
    zend_object std;

    static void release(ContextObject&) {}
};

void destruct(zend_object* object) {
    if (Context* context = std::exchange(of<ContextObject>(object)->context, nullptr)) context->detach();
}

void make(Context::Kind kind, zval* into) {
    if (!opcache_is_on()) {
        return zend_throw_error(nullptr,
                                "Contexts need opcache: set opcache.enable=1 and opcache.enable_cli=1 in php.ini");
    }
    Context* made = Context::make(kind);
    if (made == nullptr) return;
    object_init_ex(into, classes.context);
    of<ContextObject>(into)->context = made;
    made->object = Z_OBJ_P(into);
}

// Null after an Error.
Context* living(const zval* object) {
    Context* context = of<ContextObject>(object)->context;
    if (context != nullptr && !context->ended()) return context;
    zend_throw_error(nullptr, "The context has ended");
    return nullptr;
}

// False after an Error.
bool in_coroutine() {
    if (coroutines() != nullptr) return must_have_coroutine(coroutines());
    zend_throw_exception(classes.error, "API must be called in the coroutine", 10001);
    return false;
}

struct Include {
    zend_string* path;
    zval* result;
};

void include(void* argument) {
    auto* one = static_cast<Include*>(argument);
    include_in_context(one->path, one->result);
}

}  // namespace

void register_tern_context(Classes& classes) {
    classes.context = register_class_Tern_Context();
    classes.context->create_object = create_object<ContextObject>;
    handlers<ContextObject>()->dtor_obj = destruct;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Tern_Context, __construct) { ZEND_PARSE_PARAMETERS_NONE(); }

ZEND_METHOD(Tern_Context, isAvailable) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(opcache_is_on());
}

ZEND_METHOD(Tern_Context, fresh) {
    ZEND_PARSE_PARAMETERS_NONE();
    make(Context::Kind::fresh, return_value);
}

ZEND_METHOD(Tern_Context, copy) {
    ZEND_PARSE_PARAMETERS_NONE();
    make(Context::Kind::copy, return_value);
}

ZEND_METHOD(Tern_Context, current) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Context* running = Context::running();
    if (running == nullptr || running->object == nullptr) RETURN_NULL();
    RETURN_OBJ_COPY(running->object);
}

ZEND_METHOD(Tern_Context, run) {
    zval* callable;
    zval* arguments = nullptr;
    uint32_t count = 0;
    ZEND_PARSE_PARAMETERS_START(1, -1)
    Z_PARAM_ZVAL(callable)
    Z_PARAM_VARIADIC('*', arguments, count)
    ZEND_PARSE_PARAMETERS_END();
    Context* context = living(ZEND_THIS);
    if (context == nullptr || !in_coroutine()) RETURN_THROWS();
    ContextCallArguments call{callable, count, arguments, return_value};
    context->run(call_in_context, &call);
}

ZEND_METHOD(Tern_Context, include) {
    zend_string* path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    Context* context = living(ZEND_THIS);
    if (context == nullptr || !in_coroutine()) RETURN_THROWS();
    Include one{path, return_value};
    context->run(include, &one);
}

ZEND_METHOD(Tern_Context, end) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (Context* context = of<ContextObject>(ZEND_THIS)->context) (void)context->end();
}

ZEND_METHOD(Tern_Context, getNumber) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (const Context* context = of<ContextObject>(ZEND_THIS)->context) RETURN_LONG(context->number());
}

ZEND_METHOD(Tern_Context, getCoroutines) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (const Context* context = of<ContextObject>(ZEND_THIS)->context)
        RETURN_LONG(static_cast<zend_long>(context->coroutines()));
    RETURN_LONG(0);
}

ZEND_METHOD(Tern_Context, getMemory) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Context* context = of<ContextObject>(ZEND_THIS)->context;
    RETURN_LONG(context == nullptr ? 0 : context->memory());
}
