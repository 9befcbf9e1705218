// The end of an endless recursion that uses up the C stack of its coroutine, as that of an autoloader: the next call of
// a PHP function from C throws an Error, as in the engine from 8.3 on.
#pragma once

namespace tern::php {

// A limit for recursion under Xdebug. An extension that runs PHP functions itself makes each call use C stack, and only
// Xdebug's develop mode limits the calls. With this limit a call throws an Error before the stack of its coroutine is
// used up. Sets the limit if there is such an extension. Once per process.
void limit_recursion() noexcept;

// For signal handlers, when the stack of the running coroutine was used up and extended: each function that C code
// calls on the extension throws an Error. When code runs above it again, it is taken back. Calls cost nothing
// otherwise.
void end_recursion() noexcept;

}  // namespace tern::php
