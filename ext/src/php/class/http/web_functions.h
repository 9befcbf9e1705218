// Functions by which the library runs scripts and applications in contexts.
#pragma once

namespace tern::php {

void register_web_functions();

}  // namespace tern::php
