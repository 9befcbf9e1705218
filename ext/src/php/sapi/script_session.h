// The session of a script, as far as PHP handles it before the script runs.
#pragma once

#include "php/object/request_object.h"

namespace tern::php {

// Before the form is read: session.upload_progress is written to the session meanwhile.
void prepare_session(const RequestObject& request);
// When the script has its superglobals: session.auto_start.
void auto_start_session();

}  // namespace tern::php
