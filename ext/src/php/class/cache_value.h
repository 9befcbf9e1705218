// PHP values as the shared cache keeps them.
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
bool pack_cache_value(zval* value, PackedValue& into);

// The bytes of the value are those of a string.
bool is_cached_text(shm::CacheTag tag) noexcept;

// May run code of the program, but only when it is done with `bytes`.
void unpack_cache_value(shm::CacheTag tag, Bytes bytes, zval* into);

// A time to live in milliseconds, Cache::kNever without one, below 0 when it is over already. False after an exception.
bool read_ttl(zval* ttl, uint32_t argument, int64_t& ms);

}  // namespace tern::php
