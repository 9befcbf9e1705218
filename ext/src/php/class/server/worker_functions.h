// Functions by which classes of the library query their worker.
#pragma once

namespace tern::php {

void register_worker_functions();

}  // namespace tern::php
