// Functions about values: parts of texts that hold values, and the objects of the process.
#pragma once

namespace tern::php {

void register_value_functions();

}  // namespace tern::php
