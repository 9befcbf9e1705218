// The files that is_uploaded_file() and move_uploaded_file() know: those of forms, from the moment that PHP is told
// their paths until they are removed with their request.
#pragma once

#include "serve/form.h"

namespace tern::php {

// May be called more than once for a form.
void register_uploads(serve::Form& form);

}  // namespace tern::php
