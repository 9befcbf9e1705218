// What a web server has sent over FastCGI, as PHP's values.
#pragma once

#include "php/engine/compat/engine.h"
#include "protocol/fastcgi/parameters.h"

namespace tern::php {

// In their order. A name that is a number is one.
void parameters_to_array(const fastcgi::Parameters& parameters, zval* into);

// As they become $_SERVER: the last one first, without names that are numbers.
void add_parameters_backwards(const fastcgi::Parameters& parameters, HashTable& into);

}  // namespace tern::php
