// The head that header(), http_response_code() and similar functions have made, as the head of an answer.
#pragma once

#include "php/object/response_object.h"

namespace tern::php {

// Replaces fields of the same name that the response has. A status that the program has not set is not changed.
void put_head(const sapi_headers_struct& head, ResponseObject& response);

}  // namespace tern::php
