// The SWOOLE_* constants with their published values, and TERN_VERSION. A constant is defined if its feature works or
// is at least accepted, since programs test features with defined().
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

void register_constants(int module_number, bool with_short_names);
void register_error_constants(int module_number);
// TERN_VERSION, which does not depend on tern.swoole_compat.
void register_tern_constants(int module_number);

// The name and the value of a constant that programs see.
struct Constant {
    const char* name;
    zend_long value;
};

}  // namespace tern::php
