// Reads one PHP value as an option needs it. A value of the wrong type throws a TypeError, and one that is out of range
// a ValueError. Both name the option, what is allowed and what was given.
#pragma once

#include "php/engine/options/option_row.h"

namespace tern::php {

struct OptionValue {
    int64_t number;
    Bytes text;          // lives as long as the value read, or as `owner`
    zend_string* owner;  // not null: the caller releases it
};

// Reads the value of an option. False after an exception.
bool read_value(const Option& row, zval* given, OptionValue* into);
// Reads one element of a list of numbers.
bool read_number(const Option& row, zval* given, OptionValue* into);
// Reads one element of a list of texts, or of a map. The caller releases the owner.
bool read_element(const Option& row, zend_string* key, zval* given, OptionValue* into);
// Throws the TypeError. It returns false, which the caller returns, too.
bool refuse_type(const Option& row, zval* given);

}  // namespace tern::php
