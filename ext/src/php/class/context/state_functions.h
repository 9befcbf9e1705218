// Functions that tell what contexts share and what they have for themselves.
#pragma once

namespace tern::php {

void register_state_functions();

}  // namespace tern::php
