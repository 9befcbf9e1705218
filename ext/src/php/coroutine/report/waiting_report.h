// Reports which coroutines wait, for what and where: when nothing can wake them any more, and on request.
#pragma once

#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// Returns a line and the PHP stack of each coroutine that waits, at most kMostReported of them. The caller frees the
// text.
smart_str waiting_text(Coroutines& coroutines);
// Fills `into` with the oldest `most` of them: arrays with cid, pcid, waits_for, elapsed (milliseconds), backtrace.
void list_waiting(Coroutines& coroutines, zend_long most, zval* into);

// Reports on standard error that all coroutines of a script wait for each other. The program ends with status 255.
void report_deadlock(Coroutines& coroutines);

inline constexpr size_t kMostReported = 1000;

}  // namespace tern::php
