// Tells which coroutines wait, for what and where: when nothing can wake them any more, and when someone asks.
#pragma once

#include "php/bridge/runtime.h"

namespace tern::php {

// All coroutines of a script wait for each other: says so on standard error, and the program ends with status 255.
void report_deadlock(Runtime& all);

}  // namespace tern::php
