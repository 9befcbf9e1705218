// The session of a script, as far as PHP handles it before the script runs.
#pragma once

#include "php/http/request/request_object.h"

namespace tern::php {

// When the script has its superglobals: session.auto_start.
void auto_start_session();

}  // namespace tern::php
