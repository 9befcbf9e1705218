// The media types of file names in this process: our own, the system's, and the program's changes.
#pragma once

#include "protocol/http/mime.h"

namespace tern::php {

// Reads /etc/mime.types on first use.
http::MediaTypes& media_types();

}  // namespace tern::php
