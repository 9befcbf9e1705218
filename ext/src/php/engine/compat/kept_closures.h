// Closures that the engine keeps from 8.6 on: first-class callables, and closures that use nothing. It makes each once.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Those of another program. Code may refer to them without a reference, so drop() comes after all code.
class KeptClosures {
public:
#if PHP_VERSION_ID >= 80600
    void begin() {
        zend_hash_init(&callables_, 8, nullptr, EG(callable_convert_cache).pDestructor, 0);
        zend_hash_init(&partial_, 8, nullptr, EG(partial_function_application_cache).pDestructor, 0);
        zend_stack_init(&lambdas_, sizeof(zend_object*));
    }
    void exchange() noexcept {
        std::swap(callables_, EG(callable_convert_cache));
        std::swap(partial_, EG(partial_function_application_cache));
        std::swap(lambdas_, EG(lambda_cache));
    }
    // How many of them have no other owner. Call it while they are not the running ones, as drop().
    size_t unused() const noexcept {
        size_t count = 0;
        zval* one;
        ZEND_HASH_FOREACH_VAL(const_cast<HashTable*>(&callables_), one) count += Z_REFCOUNT_P(one) == 1;
        ZEND_HASH_FOREACH_END();
        for (int i = 0; i < lambdas_.top; ++i) count += GC_REFCOUNT(lambda(i)) == 1;
        return count;
    }
    void drop() {
        zend_hash_destroy(&callables_);
        zend_hash_destroy(&partial_);
        for (int i = 0; i < lambdas_.top; ++i) OBJ_RELEASE(lambda(i));
        zend_stack_destroy(&lambdas_);
    }

private:
    zend_object* lambda(int i) const noexcept { return static_cast<zend_object**>(lambdas_.elements)[i]; }

    HashTable callables_;
    HashTable partial_;
    zend_stack lambdas_;
#else
    void begin() noexcept {}
    void exchange() noexcept {}
    size_t unused() const noexcept { return 0; }
    void drop() noexcept {}
#endif
};

}  // namespace tern::php
