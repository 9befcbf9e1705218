// PHP values as bytes: in the shared cache, in messages between workers. Large ones by igbinary where that is loaded.
#pragma once

#include "php/bridge/compat.h"
#include "shm/cache_shard.h"

namespace tern::php {

// For most types the memory that is there anyway.
struct PackedValue {
    shm::CacheTag tag;
    Bytes bytes;
    int64_t number;
    double real;
    zend_string* owned;

    void release() {
        if (owned != nullptr) zend_string_release(owned);
    }
};

// False after an exception. `into` stays where it is, since `bytes` may point into it; release() it. May run code of
// the program.
bool pack_value(zval* value, PackedValue& into);

// Whether unpack_value() takes it; serialized text may still be anything.
bool is_packed(shm::CacheTag tag, Bytes bytes) noexcept;

// The bytes of the value are those of a string.
bool is_packed_text(shm::CacheTag tag) noexcept;

// May run code of the program, but only when it is done with `bytes`.
void unpack_value(shm::CacheTag tag, Bytes bytes, zval* into);

}  // namespace tern::php
