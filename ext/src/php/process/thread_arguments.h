// The arguments of a thread on their way to its process.
#pragma once

#include <zend_smart_str.h>

#include "php/engine/compat/engine.h"

namespace tern::php {

struct PackedArguments {
    static constexpr uint32_t kMostDescriptors = 64;

    smart_str text;
    uint32_t descriptor_count;
    int descriptors[kMostDescriptors];  // of sockets and streams; they stay those of the caller

    void release() { smart_str_free(&text); }
};

// False after an exception that names the argument. May run code of the program. release() `into` in any case.
bool pack_arguments(zval* arguments, uint32_t count, PackedArguments& into);

// In the new process. `into` becomes an array. May run code of the program. False after an exception.
bool unpack_arguments(Bytes text, zval* into);

}  // namespace tern::php
