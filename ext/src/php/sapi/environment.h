// The environment of the process as PHP variables, for $_ENV of scripts.
#pragma once

namespace tern::php {

// From now on scripts copy one array, instead of making a variable of each text of the environment.
void take_over_environment() noexcept;

}  // namespace tern::php
