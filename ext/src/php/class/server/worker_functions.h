// What classes of the library ask of the worker they are in.
#pragma once

namespace tern::php {

void register_worker_functions();

}  // namespace tern::php
