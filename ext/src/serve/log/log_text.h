// Escapes text from clients for a log: whatever bytes it has, a line stays one line, and a quoted text stays within its
// quotes.
#pragma once

#include "base/buffer.h"

namespace tern::serve {

// Quotes, backslashes and all bytes that are not printable ASCII become \xHH; "-" for no text.
void append_log_text(Buffer& out, Bytes text) noexcept;

// A JSON string (RFC 8259 section 7) with its quotes; null for no data(). Each byte that is not UTF-8 becomes U+FFFD.
// Control characters (also those of C1), line separators and marks that change the direction of writing are escaped.
void append_json_text(Buffer& out, Bytes text) noexcept;

}  // namespace tern::serve
