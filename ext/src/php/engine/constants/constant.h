// The name and the value of a constant that programs see.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

struct Constant {
    const char* name;
    zend_long value;
};

}  // namespace tern::php
