// The lists of numbers that programs get, of coroutines and of timers.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Sorts ascending, with keys from 0. The list has integers only, each one once.
void sort_numbers(HashTable* numbers);
// Returns the list, the newest first, as an object of `iterator`, a class that extends ArrayIterator. Takes over the
// array.
void return_numbers(zend_class_entry* iterator, zval* numbers, zval* return_value);

}  // namespace tern::php
