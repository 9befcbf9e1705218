// Connections that PHP gives to whoever asks with equal arguments: pg_connect(), and persistent ones. In coroutines,
// two would use one connection at once, and one would work in the transaction of the other. So the arguments of their
// functions say whose it is: those that each driver makes the name of the connection of, and otherwise ignores.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_connections() noexcept;

}  // namespace tern::php
