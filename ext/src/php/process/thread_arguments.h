// The arguments of a thread on their way to its process.
#pragma once

#include <zend_smart_str.h>

#include "base/kept_child.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct HeldContainers;

struct PackedArguments {
    static constexpr uint32_t kMostDescriptors = 64;

    smart_str text;
    HeldContainers* containers;  // owned; null: none
    uint32_t descriptor_count;
    int descriptors[kMostDescriptors];  // copies of those of sockets and streams

    // The containers exist until the thread has ended, as it may open them at any time.
    void hold_until_end_of(KeptChild& child) noexcept;
    void release();
};

// False after an exception that names the argument. May run code of the program. release() `into` in any case.
bool pack_arguments(zval* arguments, uint32_t count, PackedArguments& into);

// For a server: makes containers of the arrays in an array of arguments, so that all its processes share them. False
// after an exception. May run code of the program.
bool share_arrays(zval* arguments);

// In the new process. `into` becomes an array. May run code of the program. False after an exception.
bool unpack_arguments(Bytes text, zval* into);

}  // namespace tern::php
