// $_GET, $_POST, $_COOKIE, $_FILES, $_SERVER, $_ENV and $_REQUEST of a script, made by PHP's own code from the request,
// so php.ini's settings about them apply. A multipart form is the one that the server has parsed while it arrived.
#pragma once

#include "php/http/page/page.h"

namespace tern::php {

// Fills those of the running context, which has a WebRequest. The body of the request must have arrived.
void fill_superglobals(const Script& script);

// For PHP: adds the variables of $_SERVER.
void add_server_variables(zval* variables);

}  // namespace tern::php
