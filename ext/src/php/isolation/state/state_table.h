// What contexts share of PHP's state, and why; and what is a context's own although it lies outside of what PHP tells
// about its modules. All globals of all modules are a context's own, unless they have a row here.
#pragma once

#include <span>

#include "base/bytes.h"

namespace tern::php {

// A module whose globals are the process's.
struct SharedModule {
    const char* name;  // as module_registry has it: in lower case
    const char* reason;
};

// A field in the globals of a module that are otherwise a context's own.
struct SharedField {
    const char* module;
    size_t offset;
    size_t size;
    const char* name;
    const char* title;  // in words
    const char* reason;
};

// A variable of a C library that a function returns the address of. Each context has its own value.
struct LibraryVariable {
    const char* accessor;
    size_t size;
};

// The last error in the first field of a module's globals, which PHP keeps from one request to the next.
struct LastError {
    const char* module;
    bool is_pointer;  // to memory of the module; otherwise a number
};

// Null: the module has none.
const LastError* find_last_error(Bytes module) noexcept;
std::span<const LibraryVariable> library_variables() noexcept;
std::span<const SharedModule> shared_modules() noexcept;
std::span<const SharedField> shared_fields() noexcept;
// Null: the module is not shared.
const SharedModule* find_shared_module(Bytes name) noexcept;

}  // namespace tern::php
