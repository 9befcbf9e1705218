// The usual request field names as interned strings: a request with a browser's dozen of fields allocates none of them.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// At module start-up.
void intern_header_names();

// The lower-case name for one in any case; null when it is not a usual one.
zend_string* known_header_name(Bytes name) noexcept;

}  // namespace tern::php
