// The usual names of fields of requests and responses as interned strings. A request with the dozen fields of a browser
// allocates none.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it at module start-up.
void intern_header_names();

// Returns the lower-case name for a name in any case; null when it is not a usual one.
zend_string* known_header_name(Bytes name) noexcept;

}  // namespace tern::php
