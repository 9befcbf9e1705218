// Reads one PHP value as what an option wants. A value of the wrong type throws a TypeError, one that is out of range a
// ValueError; both name the option, what is allowed and what was given.
#pragma once

#include "php/bridge/options.h"

namespace tern::php {

struct OptionValue {
    int64_t number;
    Bytes text;          // lives as long as the value read, or as `owner`
    zend_string* owner;  // not null: the caller releases it
};

// False: something threw.
bool read_value(const Option& row, zval* given, OptionValue* into);
// One element of a list of numbers.
bool read_number(const Option& row, zval* given, OptionValue* into);
// One element of a list of texts, or of a map. The caller releases the owner.
bool read_element(const Option& row, zend_string* key, zval* given, OptionValue* into);
// Throws; returns false for the caller to pass on.
bool refuse_type(const Option& row, zval* given);

}  // namespace tern::php
