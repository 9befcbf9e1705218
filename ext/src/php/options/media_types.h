// The types of files by their names, as this process knows them: ours, the system's, and the program's changes.
#pragma once

#include "protocol/http/mime.h"

namespace tern::php {

// Reads /etc/mime.types when it is first needed.
http::MediaTypes& media_types();

}  // namespace tern::php
