// The SWOOLE_* constants with their published values, and TERN_VERSION. A constant is defined if its feature works or
// is at least accepted, since programs test features with defined().
#pragma once

namespace tern::php {

void register_constants(int module_number, bool with_short_names);
void register_error_constants(int module_number);
// TERN_VERSION, which does not depend on tern.swoole_compat.
void register_own_constants(int module_number);

}  // namespace tern::php
