#include "php/engine/number_list.h"

namespace tern::php {

namespace {

int by_number(Bucket* one, Bucket* other) { return Z_LVAL(one->val) < Z_LVAL(other->val) ? -1 : 1; }
int newest_first(Bucket* one, Bucket* other) { return by_number(other, one); }

}  // namespace

void sort_numbers(HashTable* numbers) { zend_hash_sort(numbers, by_number, 1); }

void return_numbers(zend_class_entry* iterator, zval* numbers, zval* return_value) {
    zend_hash_sort(Z_ARRVAL_P(numbers), newest_first, 1);
    object_init_ex(return_value, iterator);
    zend_call_known_instance_method_with_1_params(spl_ce_ArrayIterator->constructor, Z_OBJ_P(return_value), nullptr,
                                                  numbers);
    zval_ptr_dtor(numbers);
}

}  // namespace tern::php
