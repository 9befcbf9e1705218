// exit() inside a coroutine ends that coroutine: it throws Swoole\ExitException there. Elsewhere it does what it always
// does.
#pragma once

namespace tern::php {

// At module start-up.
void take_over_exit() noexcept;

// exit(code), for methods: they return at once.
void throw_exit(int code);

}  // namespace tern::php
