// The functions of register_tick_function(): those of a script are called for its own code only.
#pragma once

namespace tern::php {

class OwnPart;

OwnPart* own_ticks();

}  // namespace tern::php
