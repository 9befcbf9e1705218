// Makes blocking calls suspend only their coroutine: decides which calls do so in this process, and whether the engine
// allows it at this moment. boundary/ replaces the calls.
//
// tern.hook_flags has priority. Then comes what the program has set last: Runtime::enableCoroutine(), or the option
// hook_flags of Coroutine::set() or of the server. Where nothing is set, all calls suspend in Co\run(), and none
// elsewhere.
#pragma once

#include "boundary/gate.h"
#include "php/engine/fiber/coroutines.h"

namespace tern::php {

inline constexpr zend_long kHookAll = 0x7fffffff ^ (1 << 11) ^ (1 << 22);
inline constexpr int64_t kHooksNotSet = -1;

// The information about this process that the replaced libc calls need.
boundary::Boundary make_boundary(coro::Scheduler& scheduler, loop::Offload& offload) noexcept;

// The flags that are in effect in coroutines now.
int64_t hook_flags() noexcept;
// Sets the flags of the program.
void set_hook_flags(int64_t flags) noexcept;
// Puts the flags into effect. Call it after each change, and when the runtime is made.
void apply_hooks() noexcept;
// Restores the calls of libc, when PHP ends.
void remove_hooks() noexcept;

// Throws a Swoole\Error: the running coroutine and `holder` both want to use a descriptor. `use`: "reading", "writing".
void throw_bound(int fd, const char* use, coro::Coroutine& holder);

// The same for a connection of a client extension. Null: no class is known; the holder is no coroutine.
void throw_used_elsewhere(const char* class_name, const coro::Coroutine* holder);

// Switches all calls on within Co\run(), unless the program has set flags.
void hook_by_default(Coroutines& coroutines, bool wanted) noexcept;

// Makes all calls of one coroutine suspend, whatever flags are in effect. After `until`, or after an earlier deadline
// that was set before, each wait fails as if it were cancelled.
void hook_coroutine(coro::Coroutine& self, coro::Deadline until) noexcept;

// Whether other code would see an unfinished step: the running coroutine compiles, includes a file once or loads a
// class, or the garbage collector or a signal called it.
bool must_not_suspend() noexcept;

// Fills `into` with an array by the path of each loaded object that makes such calls; "php" is the program itself. Each
// row has `suspends` and `may_block`, lists of names of calls, and `note`.
void hooked_calls(zval* into);
// The same as text, one line for each object: "libcurl.so.4: poll recv send; may block: syscall". The caller releases
// it.
smart_str hooked_calls_text();

}  // namespace tern::php
