// Blocking calls that suspend only their coroutine: which ones do in this process, and what the engine has to say when
// one wants to. How they are replaced is the business of boundary/.
//
// What tern.hook_flags says goes first; then what the program set last (Runtime::enableCoroutine(), the option
// hook_flags of Coroutine::set() or of the server); where nobody said anything, all of them in Co\run(), none
// elsewhere.
#pragma once

#include "php/runtime/process_runtime.h"

namespace tern::php {

inline constexpr zend_long kHookAll = 0x7fffffff ^ (1 << 11) ^ (1 << 22);
inline constexpr int64_t kHooksNotSet = -1;

// The flags that are in effect now, or would be in a coroutine.
int64_t hook_flags() noexcept;
// What the program wants from now on.
void set_hook_flags(int64_t flags) noexcept;
// Makes what is wanted be in effect. After each change, and when the runtime is made.
void apply_hooks(Runtime& all) noexcept;
// At the end of PHP.
void remove_hooks() noexcept;

// Within Co\run(), unless somebody set flags.
void hook_by_default(Runtime& all, bool wanted) noexcept;

// Hooks everything in one coroutine, whatever flags are in effect; after `until`, or before if that was said
// already, whatever it waits for fails as if it was cancelled.
void hook_coroutine(Fiber& self, coro::Deadline until) noexcept;

// Others would see something half done: the running one compiles, includes a file once or loads a class, is called by
// the garbage collector or for a signal.
bool is_in_the_middle() noexcept;

// By path of each loaded object that makes such calls ("php": the program): suspends, may_block (both lists of names
// of calls), note. `into` becomes an array.
void hooked_calls(zval* into);
// The same, a line an object: "libcurl.so.4: poll recv send; may block: syscall". The caller releases it.
smart_str hooked_calls_text();

}  // namespace tern::php
