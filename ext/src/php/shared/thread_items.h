// What the methods of Swoole\Thread\Map and ArrayList, and some of Queue, have in common. All throw what fails.
#pragma once

#include "php/shared/thread_object.h"
#include "php/shared/thread_value.h"

namespace tern::php {

// The constructor: an empty container, or one of the values of an array.
void construct_of_array(const zval* object, HashTable* array, shm::ContainerKind kind);

// What incr() and decr() add: `by`, or 1 without it. False after an exception.
bool read_number(zval* by, int sign, shm::Number& into);
void return_sum(const Result<shm::Number>& sum, zval* return_value);
void return_bool(const Result<bool>& is, zval* return_value);

// Methods of the same name, for ZEND_METHOD.
void return_count(zend_execute_data* execute_data, zval* return_value);
void return_items(zend_execute_data* execute_data, zval* return_value, ThreadItems which);
void clear_container(zend_execute_data* execute_data, zval* return_value);
void find_value(zend_execute_data* execute_data, zval* return_value);
void sort_container(zend_execute_data* execute_data, zval* return_value);

}  // namespace tern::php
