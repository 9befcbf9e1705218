// exit() inside a coroutine ends that coroutine: it throws Swoole\ExitException there. Elsewhere it does what it always
// does.
#pragma once

namespace tern::php {

// At module start-up.
void take_over_exit() noexcept;

}  // namespace tern::php
