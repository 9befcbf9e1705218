// What Tern\Pool cannot do in PHP: look at sockets, count references, reset sessions of MySQL.
#pragma once

namespace tern::php {

void register_pool_functions();

}  // namespace tern::php
