// The functions of the coroutine family.
#pragma once

namespace tern::php {

// Also registers the short names (go(), Co\run(), ...), if wanted.
void register_coroutine_functions(bool with_short_names);

}  // namespace tern::php
