// The table of the PHP files of this folder, made by library.awk.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace tern::php::library {

enum class ClassKind : uint8_t { plain, interface, trait, enumeration };

struct Source {
    Bytes class_name;  // in lower case
    const char* file;  // as in stack traces
    Bytes text;        // begins with <?php
    ClassKind kind;
};

// Sorted by class name.
std::span<const Source> sources() noexcept;

}  // namespace tern::php::library
