// The environment of the process, as the C library has it. A PHP that was linked without -fPIC has a copy of the
// variable `environ`, which the library uses, and PHP loads extensions so (RTLD_DEEPBIND) that they see the library's
// own instead.
#pragma once

#include <string>
#include <vector>

namespace tern {

// Ends with a null pointer. Null: it is empty.
char** environment() noexcept;
std::vector<std::string> copy_environment();

}  // namespace tern
