// Functions whose bodies are methods of php/library, and those that php/library is built on.
#pragma once

namespace tern::php {

// The short names (Co\batch(), ...) too, if wanted.
void register_library_functions(bool with_short_names);

}  // namespace tern::php
