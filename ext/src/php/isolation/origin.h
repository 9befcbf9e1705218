// Closures, generators and fibers keep what their code has looked up, such as functions and the places of static
// values. That is right in the context only that has made them: their origin. The objects of a context have handlers of
// its own, by which they know it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

class Context;

class Origin {
public:
    enum Kind : uint8_t { closure, generator, fiber, kinds };

    explicit Origin(Context& context) noexcept;
    Origin(const Origin&) = delete;
    Origin& operator=(const Origin&) = delete;
    ~Origin() = default;

    // Such objects know their origin from now on.
    static void watch();
    // Null: it was made outside of contexts.
    static Context* of(const zend_object& object) noexcept;
    static bool is_outside(const zend_object& object) noexcept { return of(object) == nullptr; }
    // Another one than the running context, or than the code outside of contexts if that runs.
    static bool is_foreign(const zend_object& object) noexcept;
    // Calls a function in the context that has made the object. An exception may be pending afterwards.
    static void call_in(const zend_object& object, void (*body)(void* argument), void* argument);
    // What a closure is of, without preparing it for a call in the running context.
    static void look_into(zend_object& closure, zend_class_entry** called, zend_function** function,
                          zend_object** self) noexcept;
    // Before a closure is called in the running context. False after an Error: the context lacks functions that it
    // calls.
    static bool prepare(zend_object& closure);
    // How many such objects of the context exist. They need its memory.
    size_t living() const noexcept { return living_; }

private:
    struct Handlers {
        zend_object_handlers engines;  // the first member: an object points to it
        Origin* origin;
    };
    template <Kind kKind>
    static zend_object* create(zend_class_entry* type);
    template <Kind kKind>
    static void free(zend_object* object);
    template <Kind kKind>
    static void destruct(zend_object* object);
    static void free_closure(zend_object* object);
    static zend_object* clone_closure(zend_object* object);
    static zend_function* get_method(zend_object** object, zend_string* name, const zval* key);
    static zend_result get_closure(zend_object* object, zend_class_entry** called, zend_function** function,
                                   zend_object** self, bool only_checks);
    template <Kind kKind>
    static void watch_kind(zend_class_entry& type);

    Context& context_;
    size_t living_ = 0;
    Handlers handlers_[kinds]{};
};

// Closures that are made of other ones: by `clone`, bind() and bindTo(). The engine gives a copy the run-time cache of
// the original where both have the same scope. If that is of another context, the copy needs a cache of its own.
// call(), and invoke() of ReflectionMethod, use a closure without a look at where it was made.

// Call it when a request of PHP starts.
void take_over_copied_closures() noexcept;

// Copies that are made of a closure while this lives have caches of their own. No PHP code may run meanwhile.
class OwnCaches {
public:
    explicit OwnCaches(const zend_object& closure) noexcept;
    OwnCaches(const OwnCaches&) = delete;
    OwnCaches& operator=(const OwnCaches&) = delete;
    ~OwnCaches();

private:
    zend_op_array* code_ = nullptr;  // null: its copies have such caches anyway
};

// Generators and fibers are functions in the middle of their work. They continue in the context that has made them,
// whichever code resumes them.
// Call it when a request of PHP starts.
void take_over_suspended_code() noexcept;

}  // namespace tern::php
