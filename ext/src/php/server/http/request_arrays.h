// The arrays of a Request, built when they are read for the first time.
#pragma once

#include "php/object/request_object.h"

namespace tern::php {

// Whether it is made from a body of this type; others need not be waited for.
bool is_in_body(const serve::Exchange& exchange, RequestProperty which) noexcept;

// Builds one array into `into`, NULL when the request has none of it.
void build_request_array(RequestObject& request, RequestProperty which, zval* into);

}  // namespace tern::php
