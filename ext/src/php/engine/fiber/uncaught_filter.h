// What decides whether the text of an uncaught exception is logged.
#pragma once

#include "base/bytes.h"

namespace tern::php {

// Null: every one is. `wanted` is called with the whole message.
void filter_uncaught(bool (*wanted)(Bytes message)) noexcept;

}  // namespace tern::php
