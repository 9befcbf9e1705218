// The SWOOLE_* constants with their published values, and TERN_VERSION. A constant is defined when what it names works
// or is at least accepted: programs test with defined() for what they can use.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

inline constexpr char kTernVersion[] = "0.1.0";
// The level of the API that is spoken: what swoole_version() and SWOOLE_VERSION say.
inline constexpr char kApiVersion[] = "6.2.0";
inline constexpr int kApiVersionId = 60200;

struct Constant {
    const char* name;
    zend_long value;
};

void register_constants(int module_number, bool with_short_names);
void register_error_constants(int module_number);
// TERN_VERSION, which does not depend on tern.swoole_compat.
void register_own_constants(int module_number);

}  // namespace tern::php
