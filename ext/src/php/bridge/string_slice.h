// The bytes of a PHP string for the core. The slice holds a reference, so the bytes stay valid.
#pragma once

#include "base/slice.h"
#include "php/bridge/compat/engine.h"

namespace tern::php {

inline Slice keep(zend_string* text) {
    return Slice(view(text), zend_string_copy(text),
                 [](void* owner) { zend_string_release(static_cast<zend_string*>(owner)); });
}

}  // namespace tern::php
