#include "php/coroutine/program/given_options.h"

namespace tern::php {

namespace {

zval given;  // UNDEF: nothing

}  // namespace

void keep_given_options(HashTable* options) {
    if (Z_TYPE(given) == IS_UNDEF) array_init(&given);
    zend_hash_merge(Z_ARRVAL(given), options, zval_add_ref, true);
}

void copy_given_options(zval* into) {
    if (Z_TYPE(given) != IS_UNDEF) ZVAL_ARR(into, zend_array_dup(Z_ARRVAL(given)));
}

void drop_given_options() {
    zval before;
    ZVAL_COPY_VALUE(&before, &given);
    ZVAL_UNDEF(&given);
    zval_ptr_dtor(&before);
}

}  // namespace tern::php
