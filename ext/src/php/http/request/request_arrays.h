// The arrays of a Request, built when they are first read.
#pragma once

#include "php/http/request/request_object.h"

namespace tern::php {

// True: the array is made from a body of this type. Only such arrays need the body.
bool is_in_body(const serve::Exchange& exchange, RequestProperty which) noexcept;

// Builds one array in `into`; NULL if the request has no such data.
void build_request_array(RequestObject& request, RequestProperty which, zval* into);

}  // namespace tern::php
