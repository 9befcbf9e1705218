// exit() inside a coroutine ends that coroutine: it throws Swoole\ExitException. Elsewhere it does what PHP's own does.
#pragma once

namespace tern::php {

// Call it at module start-up.
void take_over_exit() noexcept;

// Does what exit(code) does, for methods, which return afterwards.
void throw_exit(int code);

}  // namespace tern::php
