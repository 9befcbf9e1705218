#include <utility>

#include "php/engine/classes.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/context_call_arginfo.h"

namespace tern::php {

namespace {

struct ContextCall {
    Context* context;  // held; null: the object is being made
    zval callable;
    bool inner;  // by Context::allow_end_while_held()
    zend_object std;

    static void release(ContextCall& self);
};

void drop(void* callable) { zval_ptr_dtor(static_cast<zval*>(callable)); }

void run_in(Context& context, void (*body)(void* argument), void* argument) {
    if (Context::running() == &context || context.ended()) return body(argument);
    context.run(body, argument);
}

void ContextCall::release(ContextCall& self) {
    if (self.context == nullptr) return;
    run_in(*self.context, drop, &self.callable);
    self.context->give_back(self.inner);
}

HashTable* referred(zend_object* object, zval** first, int* count) {
    *first = &of<ContextCall>(object)->callable;
    *count = 1;
    return zend_std_get_properties(object);
}

void bind(Context& context, zval* callable) {
    context.share_values();  // its owner may drop it outside of the context, with arguments of the call
    zval made;
    object_init_ex(&made, classes.context_call);
    auto* self = of<ContextCall>(&made);
    self->context = &context;
    context.hold();
    ZVAL_COPY_VALUE(&self->callable, callable);
    ZVAL_COPY_VALUE(callable, &made);
}

void allow_end_while_held(zval* callable, bool inner) noexcept {
    if (Z_TYPE_P(callable) != IS_OBJECT || Z_OBJCE_P(callable) != classes.context_call) return;
    auto* self = of<ContextCall>(callable);
    if (std::exchange(self->inner, inner) != inner) self->context->count_inner(inner);
}

}  // namespace

void register_context_call(Classes& classes) {
    classes.context_call = register_class_Tern_Internal_ContextCall();
    classes.context_call->create_object = create_object<ContextCall>;
    handlers<ContextCall>()->get_gc = referred;
    Context::bind_with(bind, allow_end_while_held);
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Tern_Internal_ContextCall, __construct) { ZEND_PARSE_PARAMETERS_NONE(); }

ZEND_METHOD(Tern_Internal_ContextCall, __invoke) {
    zval* arguments = nullptr;
    uint32_t count = 0;
    ZEND_PARSE_PARAMETERS_START(0, -1)
    Z_PARAM_VARIADIC('*', arguments, count)
    ZEND_PARSE_PARAMETERS_END();
    auto* self = of<ContextCall>(ZEND_THIS);
    if (self->context == nullptr || self->context->ended()) return;
    ContextCallArguments call{&self->callable, count, arguments, return_value};
    run_in(*self->context, call_in_context, &call);
}
