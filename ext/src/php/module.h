// The functions that run when PHP starts, begins a request, ends a request and ends.
#pragma once

#include "php/engine/compat/engine.h"

extern zend_module_entry tern_module_entry;
