// Lists of numbers that programs get: of coroutines, of timers.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// Ascending, with keys from 0. It holds integers only, each once.
void sort_numbers(HashTable* numbers);
// Sorted, as an object of `iterator`, a class that extends ArrayIterator. The array becomes its own.
void return_numbers(zend_class_entry* iterator, zval* numbers, zval* return_value);

}  // namespace tern::php
