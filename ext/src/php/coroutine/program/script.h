// Coroutines of programs without a server. The first use makes the process's runtime, and the main code of the program
// continues beside the coroutines. When it has ended, the loop runs until nothing can happen any more. Co\run() and
// Event::wait() run the loop earlier.
//
// An uncaught exception or exit() in a coroutine ends such a program. Every coroutine that waits is cancelled, so
// finally blocks and destructors run.
#pragma once

#include "php/coroutine/program/process_runtime.h"

namespace tern::php {

Runtime* make_script_runtime();

// Returns the runtime of this process, and makes it when there is none. Null after an Error: coroutines cannot run
// here.
inline Runtime* need_runtime() {
    if (Runtime* runtime = php::runtime(); __builtin_expect(runtime != nullptr, 1)) return runtime;
    return make_script_runtime();
}
// The same for code that needs no more of it.
inline Coroutines* need_coroutines() { return need_runtime(); }

// Turns the loop until nothing can happen any more, or until Event::exit(). Reports and ends coroutines that then wait
// for each other. False when an uncaught exception or exit() ends the program; then everything was unwound. Call it
// outside of coroutines.
bool run_to_end(Runtime& runtime);

// Co\run() in a callback of a server, outside of coroutines and of its loop. Turns the loop until the coroutines of
// `started`, and all that coroutines have started since then, have ended. At runtime.run_until they are cancelled.
void run_inside(Runtime& runtime, const ProgramSpan& started);

// Turns the loop once. Waits until something happens, unless nothing can. Call it outside of coroutines.
Error run_one_turn(Runtime& runtime);

// The same; false when nothing can happen any more. Coroutines that a Wait::suspension keeps are resumed before that.
bool turn_if_alive(Runtime& runtime);

// At the end of the main code: runs what it has started to its end.
void finish_script();
// At the end of a request: runs what destructors have started, and drops what is left.
void end_script();
// When the engine has freed everything.
void free_script() noexcept;

// exit() inside a coroutine ends that coroutine: it throws Swoole\ExitException. Elsewhere it does what PHP's own does.

// Call it at module start-up.
void take_over_exit() noexcept;

// Does what exit(code) does, for methods, which return afterwards.
void throw_exit(int code);

}  // namespace tern::php
