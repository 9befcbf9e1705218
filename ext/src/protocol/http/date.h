// HTTP dates (RFC 9110 5.6.7): written as IMF-fixdate, read in all three forms that recipients must know.
#pragma once

#include "base/bytes.h"
#include "base/result.h"

namespace tern::http {

inline constexpr size_t kDateBytes = 29;

// Writes exactly kDateBytes, "Sun, 06 Nov 1994 08:49:37 GMT", without a NUL. Years 0 to 9999; times beyond are clamped.
void write_date(char* out, int64_t unix_seconds) noexcept;

// Seconds since 1970 of an IMF-fixdate, an RFC 850 date or an asctime date. A two-digit year means the one within the
// 50 years after `now`, or else the one before (RFC 9110 5.6.7). The name of the day is not checked against the date.
Result<int64_t> parse_date(Bytes text, int64_t now) noexcept;

}  // namespace tern::http
