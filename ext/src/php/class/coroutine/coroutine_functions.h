// The functions of the coroutine family.
#pragma once

namespace tern::php {

// The short names (go(), Co\run(), ...) too, if wanted.
void register_coroutine_functions(bool with_short_names);

}  // namespace tern::php
