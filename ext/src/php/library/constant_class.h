// OpenSwoole\Constant, which has a constant for each OPENSWOOLE_* constant, under the rest of its name.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php::library {

// The text of the class, in PHP. The caller releases it.
zend_string* constant_class();

}  // namespace tern::php::library
