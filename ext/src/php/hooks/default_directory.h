// The directory that readdir() and others read without an argument: the one that was opened last. PHP keeps it in a
// variable that no other file can reach, and would read in one context what another one has opened, or what is closed
// there. So PHP's variable is always empty, and the directory is the running context's.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_directories() noexcept;

}  // namespace tern::php
