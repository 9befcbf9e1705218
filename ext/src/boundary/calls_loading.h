// Redirects calls of objects that are loaded later.
#pragma once

namespace tern::boundary {

// Does nothing while no calls are replaced.
void replace_in_new_objects() noexcept;

}  // namespace tern::boundary
