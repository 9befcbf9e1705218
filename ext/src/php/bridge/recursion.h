// An extension that runs PHP functions itself (Xdebug) makes each call of one use C stack, and only its develop mode
// limits them. Before a coroutine's stack is used up, the call throws an Error instead.
#pragma once

namespace tern::php {

// When there is such an extension: puts itself before it. Once per process.
void limit_recursion() noexcept;

}  // namespace tern::php
