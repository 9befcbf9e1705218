// A field of an answer as its client gets it, in whatever HTTP version: the handler's, or the one that the server adds.
#pragma once

#include <string>

#include "protocol/http/head.h"

namespace tern::http {

// Empty: there is none. `date` and `server` are what the server says of itself where the handler does not.
std::string sent_field(const ResponseHead& head, Bytes lower_name, Bytes date, Bytes server);

}  // namespace tern::http
