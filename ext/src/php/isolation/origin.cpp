#include "php/isolation/origin.h"

#include <zend_generators.h>

#include "php/isolation/context.h"
#include "php/isolation/contexts.h"

namespace tern::php {

namespace {

struct Engines {
    zend_object* (*create)(zend_class_entry* type);
    zend_object_handlers* shared;   // of the objects that are made outside of contexts; null: not watched yet
    zend_object_handlers handlers;  // as the engine has made them
};
Engines engines[Origin::kinds];

struct Destruction {
    void (*destruct)(zend_object* object);
    zend_object* object;
};

void destruct_here(void* argument) {
    const auto* one = static_cast<const Destruction*>(argument);
    one->destruct(one->object);
}

// Null: outside of contexts.
ForeignCaches* caches_of(Context* context) noexcept {
    return context == nullptr ? nullptr : &context->foreign_caches();
}

bool is_shared(const zend_object& object) noexcept {
    for (const Engines& one : engines) {
        if (object.handlers == one.shared) return true;
    }
    return false;
}

}  // namespace

Origin::Origin(Context& context) noexcept : context_(context) {
    for (Kind kind : {closure, generator, fiber}) handlers_[kind] = {*engines[kind].shared, this};
}

Context* Origin::of(const zend_object& object) noexcept {
    if (engines[closure].shared == nullptr || is_shared(object)) return nullptr;
    return &reinterpret_cast<const Handlers*>(object.handlers)->origin->context_;
}

bool Origin::is_foreign(const zend_object& object) noexcept { return of(object) != Context::running(); }

void Origin::call_in(const zend_object& object, void (*body)(void* argument), void* argument) {
    Context* origin = of(object);
    if (origin == Context::running()) return body(argument);
    Context::run_in(origin, body, argument);
}

void Origin::look_into(zend_object& object, zend_class_entry** called, zend_function** function,
                       zend_object** self) noexcept {
    (void)engines[closure].handlers.get_closure(&object, called, function, self, true);
}

template <Origin::Kind kKind>
zend_object* Origin::create(zend_class_entry* type) {
    zend_object* made = engines[kKind].create(type);
    Context* running = Context::running();
    if (running == nullptr) return made;
    Origin& origin = running->origin();
    made->handlers = &origin.handlers_[kKind].engines;
    ++origin.living_;
    return made;
}

template <Origin::Kind kKind>
void Origin::free(zend_object* object) {
    if (Context* context = of(*object)) --context->origin().living_;
    engines[kKind].handlers.free_obj(object);
}

void Origin::free_closure(zend_object* object) {
    if (TERN_G(contexts) != nullptr) contexts().foreign_closures.forget(*object);
    free<closure>(object);
}

// A generator runs its `finally`, and a fiber its destructors.
template <Origin::Kind kKind>
void Origin::destruct(zend_object* object) {
    Destruction one{engines[kKind].handlers.dtor_obj, object};
    call_in(*object, destruct_here, &one);
}

zend_object* Origin::clone_closure(zend_object* object) {
    const OwnCaches caches(*object);
    return engines[closure].handlers.clone_obj(object);
}

// From 8.4 on __invoke() calls the closure's code without get_closure().
zend_function* Origin::get_method(zend_object** object, zend_string* name, const zval* key) {
    if (zend_string_equals_literal_ci(name, "__invoke") && !prepare(**object)) return nullptr;
    return engines[closure].handlers.get_method(object, name, key);
}

bool Origin::prepare(zend_object& object) {
    if (TERN_G(contexts) == nullptr) return true;
    Context* origin = of(object);
    Context* running = Context::running();
    if (origin == running) return true;
    if (running != nullptr && running->outer_closures().has(object)) return true;
    return contexts().foreign_closures.prepare(object, caches_of(origin), caches_of(running), contexts().direct_caches);
}

zend_result Origin::get_closure(zend_object* object, zend_class_entry** called, zend_function** function,
                                zend_object** self, bool only_checks) {
    if (!prepare(*object)) [[unlikely]]
        return FAILURE;
    return engines[closure].handlers.get_closure(object, called, function, self, only_checks);
}

template <Origin::Kind kKind>
void Origin::watch_kind(zend_class_entry& type) {
    Engines& one = engines[kKind];
    one.create = type.create_object;
    type.create_object = create<kKind>;
    zend_object* sample = one.create(&type);
    one.shared = const_cast<zend_object_handlers*>(sample->handlers);
    one.handlers = *one.shared;
    one.shared->free_obj = free<kKind>;
    if (kKind == closure) {
        one.shared->free_obj = free_closure;
        one.shared->get_closure = get_closure;
        one.shared->clone_obj = clone_closure;
        one.shared->get_method = get_method;
    } else {
        one.shared->dtor_obj = destruct<kKind>;
    }
    GC_ADD_FLAGS(sample, IS_OBJ_DESTRUCTOR_CALLED);
    OBJ_RELEASE(sample);
}

void Origin::watch() {
    if (engines[closure].shared != nullptr) return;
    watch_kind<generator>(*zend_ce_generator);
    watch_kind<fiber>(*zend_ce_fiber);
    watch_kind<closure>(*zend_ce_closure);
}

}  // namespace tern::php
