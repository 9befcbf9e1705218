// The bytes of a PHP string for the core. The slice holds a reference, so the bytes stay valid.
#pragma once

#include "base/slice.h"
#include "php/engine/state/opcache.h"

namespace tern::php {

inline Slice keep(zend_string* text) {
    zend_string* kept = keep_string(text);
    return Slice(view(kept), kept, [](void* owner) { zend_string_release(static_cast<zend_string*>(owner)); });
}

}  // namespace tern::php
