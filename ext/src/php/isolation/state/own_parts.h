// The parts of a coroutine's own state (engine/state/own_state), for what functions of PHP set for the process. The
// running coroutine makes a part right before it sets something. The part keeps the value from before.
#pragma once

#include "php/engine/state/own_state.h"

namespace tern::php {

// A value that `get` returns and `set` sets, two internal functions. `engines` is the engine's own handler of `set`.
OwnPart* own_value(const zend_internal_function& get, const zend_internal_function& set, zif_handler engines);
// An ini setting. Null: there is none of that name, or it belongs to the process.
OwnPart* own_ini(zend_string* name);
// What setlocale() sets.
OwnPart* own_locale();
// Error and exception handlers, with the stacks of former ones.
OwnPart* own_handlers();
// What header() and similar functions set.
OwnPart* own_headers();
// The working directory.
OwnPart* own_directory();
// Call it when the working directory of the process has changed; `is_of_context`: while a context runs.
void note_directory_change(bool is_of_context) noexcept;
// No cache of resolved paths: PHP begins a request with open_basedir so, as a folder of the cache may be a link by now.
OwnPart* own_path_cache();

// The parts of a script's own state (engine/state/own_state) for what functions set for the whole process, and PHP
// takes back when a request ends: environment variables, the file mode creation mask, the callback of assertions, the
// connection to syslog, what mysqli reports.

// Makes the environment of `state` its own. Call it before PHP's putenv() changes the variable that `assignment` names:
// "NAME=value" or "NAME".
void own_environment(OwnState& state, Bytes assignment);
// What umask() sets.
OwnPart* own_mask();
// What openlog() and closelog() set.
OwnPart* own_syslog();
// Call it when any code calls openlog() with these.
void note_syslog(zend_long options, zend_long facility) noexcept;
// What assert_options(ASSERT_CALLBACK, ...) sets; `engines` is the engine's own handler of `options`, that function.
OwnPart* own_assert_callback(const zend_function* options, zif_handler engines);

// The generator of mt_rand(), rand(), shuffle() and others, which is one for the process, as a part of a request's own
// state.

// Of a request that seeds it: it has its own sequence then.
OwnPart* own_random();
// The next number comes from a new, unpredictable seed. PHP does that when a request begins.
void forget_random_seed() noexcept;

// The functions of register_tick_function(): those of a script are called for its own code only.
OwnPart* own_ticks();

// What PHP adds to the URLs in the output of a script: session.use_trans_sid and output_add_rewrite_var().
OwnPart* own_url_scanner();

// The uploaded files of a script. PHP reads its form, keeps the files until the script has ended, and removes those
// that it has not moved.
OwnPart* own_uploads();

}  // namespace tern::php
