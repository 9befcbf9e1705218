// PHP calls functions of its server interface (SAPI) to print, to send the head of a response and to read the body of a
// request. In a context that has a WebRequest they work on that one.
#pragma once

namespace tern::php {

// Takes the place of the engine's functions. Calls after the first do nothing.
void take_over_server_interface() noexcept;

// From now on php_sapi_name() and PHP_SAPI are this name. opcache looks at the name when it starts, so call it
// afterwards. The text must live as long as the process.
void set_sapi_name(char* name) noexcept;

}  // namespace tern::php
