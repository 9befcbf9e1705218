// PHP values as bytes, for the shared cache and for messages between workers. igbinary, if loaded, packs large ones.
#pragma once

#include "php/engine/compat/engine.h"
#include "shm/cache_shard.h"

namespace tern::php {

// For most types it only points to existing memory.
struct PackedValue {
    shm::CacheTag tag;
    Bytes bytes;
    int64_t number;
    double real;
    zend_string* owned;

    void release() {
        if (owned != nullptr) zend_string_release(owned);
        owned = nullptr;
    }
};

// False after an exception. `into` must not be moved, since `bytes` may point into it; release() it later. May run code
// of the program.
bool pack_value(zval* value, PackedValue& into);

// True: unpack_value() accepts it. Serialized text may still be invalid.
bool is_packed(shm::CacheTag tag, Bytes bytes) noexcept;

// True: the bytes are those of a string.
bool is_packed_text(shm::CacheTag tag) noexcept;

// May run code of the program, but only after it has used `bytes`.
void unpack_value(shm::CacheTag tag, Bytes bytes, zval* into);

}  // namespace tern::php
