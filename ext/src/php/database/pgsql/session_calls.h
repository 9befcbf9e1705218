// The calls of libpq that tell what a program does with its session, and those that an object answers while it rests.
#pragma once

#include <span>

#include "boundary/elf.h"
#include "php/database/pgsql/libpq.h"

namespace tern::php {

// Each has its real function. `libpq` stays.
std::span<boundary::Replacement> pgsql_session_calls(const Libpq& libpq) noexcept;

}  // namespace tern::php
