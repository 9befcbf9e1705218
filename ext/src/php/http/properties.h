// The declared properties of an object, without the copy that (array) makes of them.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Gives them the values that (array) had made of them at an earlier time: for properties that `then` lacks, none.
// Readonly ones stay. False: the object may have other properties, too, and was not touched. May run destructors.
bool restore_properties(zend_object* object, HashTable* then);

}  // namespace tern::php
