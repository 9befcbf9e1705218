// A limit for recursion under Xdebug. An extension that runs PHP functions itself makes each call use C stack, and only
// Xdebug's develop mode limits the calls. With this limit a call throws an Error before the stack of its coroutine is
// used up.
#pragma once

namespace tern::php {

// Sets the limit if there is such an extension. Once per process.
void limit_recursion() noexcept;

}  // namespace tern::php
