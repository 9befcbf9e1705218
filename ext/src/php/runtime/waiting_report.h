// Tells which coroutines wait, for what and where: when nothing can wake them any more, and when someone asks.
#pragma once

#include "php/runtime/process_runtime.h"

namespace tern::php {

// For each coroutine that waits, a line and its PHP stack; at most kMostReported of them. The caller frees it.
smart_str waiting_text(Runtime& all);
// The same as an array of arrays: cid, pcid, waits_for, elapsed (milliseconds), backtrace. The oldest `most` of them.
void list_waiting(Runtime& all, zend_long most, zval* into);

// All coroutines of a script wait for each other: says so on standard error. The program ends with status 255.
void report_deadlock(Runtime& all);

inline constexpr size_t kMostReported = 1000;

}  // namespace tern::php
