// What to do when a port cannot be opened.
#pragma once

#include "base/error.h"

namespace tern::php {

// The end of a message that says why: ". What to do. See URL"; "" for errors that have no page.
const char* listen_advice(Error error) noexcept;

}  // namespace tern::php
