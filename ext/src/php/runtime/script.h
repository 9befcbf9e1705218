// Coroutines of programs without a server. The first use makes the process's runtime; the program's main code goes on
// beside them, and when it has ended, the loop runs until nothing can happen any more (or earlier, in Co\run() and
// Event::wait()).
//
// An uncaught exception or exit() in a coroutine ends such a program: every coroutine that waits is cancelled, so that
// finally blocks and destructors run.
#pragma once

#include "php/runtime/process_runtime.h"

namespace tern::php {

Runtime* make_script_runtime();
// A new one, which is this process's from then on; its loop runs on `root`.
Result<Runtime*> open_runtime(zend_fiber_context* root) noexcept;

// The runtime of this process, made when there is none. Null, and an Error is thrown, where coroutines cannot run.
inline Runtime* need_runtime() {
    if (Runtime* all = runtime(); __builtin_expect(all != nullptr, 1)) return all;
    return make_script_runtime();
}

// Turns the loop until nothing can happen any more, or Event::exit(). Coroutines that wait for each other then are
// reported and ended. False when the program is to end: an exception that nobody caught, or exit(); all others were
// unwound then. Call it outside of coroutines.
bool run_to_end(Runtime& all);

// Co\run() in a callback of a server, outside of coroutines and of its loop: turns that until the first coroutine since
// `mark`, and all that coroutines have started since then, have ended. At all.run_until they are cancelled.
void run_inside(Runtime& all, const ProgramMark& mark);

// One turn, which waits until something happens, unless nothing can. Call it outside of coroutines.
Error run_one_turn(Runtime& all);

// An exception that nobody caught: of the running coroutine, with a reference. Reports it and lets the program end.
void end_script_with(Runtime& all, zend_object* exception);

// Before a server starts: the runtime goes. False when coroutines, timers or events still need it.
bool drop_script_runtime() noexcept;

// At the end of the main code: runs what it has started to its end.
void finish_script();
// At the end of a request: runs what destructors have started, and drops what is left.
void end_script();
// When the engine has freed everything.
void free_script() noexcept;

}  // namespace tern::php
