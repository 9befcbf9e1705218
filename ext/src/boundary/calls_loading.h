// Objects that are loaded while calls are replaced.
#pragma once

namespace tern::boundary {

// Nothing, while nothing is replaced.
void replace_in_new_objects() noexcept;

}  // namespace tern::boundary
