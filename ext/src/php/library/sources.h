// The PHP files of this folder, as library.awk makes them a table of C++.
#pragma once

#include <span>

#include "base/bytes.h"

namespace tern::php::library {

struct Source {
    Bytes class_name;  // in lower case
    const char* file;  // as stack traces show it
    Bytes text;        // begins with <?php
};

// Sorted by class name.
std::span<const Source> sources() noexcept;

}  // namespace tern::php::library
