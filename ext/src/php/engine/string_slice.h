// The bytes of a PHP string for the core. The slice holds a reference, so the bytes stay valid.
#pragma once

#include "base/slice.h"
#include "php/engine/state/engine_heap.h"
#include "php/engine/state/opcache.h"

namespace tern::php {

// A reference for what outlives the context; a copy where the text does not.
inline zend_string* keep_string(zend_string* text) {
    if (OwnHeap::running_heap() != nullptr) [[unlikely]]
        return zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), true);
    if (cached_strings_may_go && ZSTR_IS_INTERNED(text)) [[unlikely]]
        return copy_cached_string(*text);
    return zend_string_copy(text);
}

inline Slice keep(zend_string* text) {
    zend_string* kept = keep_string(text);
    return Slice(view(kept), kept, [](void* owner) { zend_string_release(static_cast<zend_string*>(owner)); });
}

}  // namespace tern::php
