// Functions for Tern\Pool that PHP cannot do: check sockets, count references, reset MySQL sessions.
#pragma once

namespace tern::php {

void register_pool_functions();

}  // namespace tern::php
