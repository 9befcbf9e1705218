// A field of an answer as the client gets it, in any HTTP version: the handler's, or the one that the server adds.
#pragma once

#include <string>

#include "protocol/http/head.h"

namespace tern::http {

// Empty: there is none. `date` and `server` are the server's own fields, used if the handler sets none.
std::string sent_field(const ResponseHead& head, Bytes lower_name, Bytes date, Bytes server);

}  // namespace tern::http
