// The head that header(), http_response_code() and similar functions have made, as the head of an answer.
#pragma once

#include "php/http/response/response_object.h"

namespace tern::php {

// A status that the program has set is not changed. `replaces`: fields of the same name that the response has are.
void put_head(const sapi_headers_struct& head, ResponseObject& response, bool replaces);

}  // namespace tern::php
