// Functions whose bodies are methods of php/library, and functions that php/library uses.
#pragma once

namespace tern::php {

// Also registers the short names (Co\batch(), ...), if wanted.
void register_library_functions(bool with_short_names);

}  // namespace tern::php
