// The values that a copied context begins with (Context::Kind::copy).
#pragma once

#include "php/isolation/code/autoloaders.h"
#include "php/isolation/code/map_area.h"

namespace tern::php {

// Copies static variables, static properties and the cases of enumerations from the outer area to the running one.
void copy_values(const MapArea& outer);

// The static variables of a function, without references: a variable elsewhere may refer to such a value.
HashTable* copy_static_variables(const HashTable& from);

// The functions that spl_autoload_register() was given.
void get_autoloaders(zval* into);
void add_autoloaders(Autoloaders& into, const zval& functions);

}  // namespace tern::php
