// What a program of a server prints goes to standard output. Its reader may leave: a pipe to a logger, a
// terminal. PHP's own functions then end the script, which is one request among many here.
#pragma once

namespace tern::php {

// From now on what cannot be printed is dropped, and the program continues. Calls after the first do nothing.
void keep_printing_programs_alive() noexcept;

}  // namespace tern::php
