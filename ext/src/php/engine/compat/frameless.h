// Calls of functions of PHP that do not go by their handler.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// From 8.4 on compiled code calls some functions (class_exists()) in another way than by their handler.
inline void call_by_handler([[maybe_unused]] zend_internal_function& function) noexcept {
#if PHP_VERSION_ID >= 80400
    function.frameless_function_infos = nullptr;
#endif
}

}  // namespace tern::php
