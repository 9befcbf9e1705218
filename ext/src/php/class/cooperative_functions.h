// Functions of PHP that suspend the coroutine that calls them, whatever is hooked.
#pragma once

namespace tern::php {

void register_cooperative_functions();

}  // namespace tern::php
