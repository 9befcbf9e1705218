// The uploaded files that is_uploaded_file() and move_uploaded_file() accept. PHP knows their paths from
// register_uploads() until the files are removed with their request.
#pragma once

#include "serve/form.h"

namespace tern::php {

// Registers the files of a form. It may be called more than once.
void register_uploads(serve::Form& form);

}  // namespace tern::php
