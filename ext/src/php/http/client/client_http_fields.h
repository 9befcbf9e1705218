// Fields of a response as PHP arrays.
#pragma once

#include <span>

#include "php/engine/compat/engine.h"
#include "protocol/http/head.h"

namespace tern::php {

// Values by name, in order. Several fields of one name become a list.
void build_fields(std::span<const http::Field> fields, bool lower_names, zval* into);
// The values of Set-Cookie.
void build_set_cookies(std::span<const http::Field> fields, zval* into);

}  // namespace tern::php
