// Internal invariants. A failed check is a bug of Tern: it aborts with the source position. It never reports a user's
// mistake.
#pragma once

namespace tern {

[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace tern

#define TERN_CHECK(condition) \
    (__builtin_expect(!!(condition), 1) ? (void)0 : ::tern::check_failed(#condition, __FILE__, __LINE__))
