// Xdebug's step debugger has one connection to the editor, made before the server forks. As in a process that
// pcntl_fork() made, a worker gets one of its own, where the editor sets its breakpoints again.
#pragma once

namespace tern::php {

// First thing in a forked process, before its PHP code. May wait for the editor.
void connect_debugger_again() noexcept;

}  // namespace tern::php
