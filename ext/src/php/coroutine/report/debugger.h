// A debugger connection for each worker. Xdebug's step debugger has one connection to the editor, which it makes before
// the server forks. As in a process of pcntl_fork(), a worker gets its own, on which the editor sets its breakpoints
// again.
#pragma once

namespace tern::php {

// Call it first in a forked process, before its PHP code. It may wait for the editor.
void connect_debugger_again() noexcept;

}  // namespace tern::php
