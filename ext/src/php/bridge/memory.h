// How much PHP may still allocate: what comes from outside is measured before, since beyond memory_limit the engine
// gives up.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// Bytes that one string may still take.
size_t memory_left() noexcept;

// A string whose first `size` bytes were written, cut to them: in place of `text`, whose only reference is the
// caller's.
zend_string* shortened(zend_string* text, size_t size);

// A string that grows by what is read into it. Trivial: whoever has one frees it.
struct GrowingString {
    zend_string* text;
    size_t size;

    // At least some KB at the end; 0 when memory_limit does not allow it.
    size_t make_room();
    char* end() noexcept { return ZSTR_VAL(text) + size; }
    // The string itself, with a reference.
    zend_string* finish();
    void free();
};

}  // namespace tern::php
