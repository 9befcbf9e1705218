// What clients sent, made safe for a line of a log: whatever bytes they are, the line stays one line, and what stands
// between quotes stays there.
#pragma once

#include "base/buffer.h"

namespace tern::serve {

// Quotes, backslashes and all that is not printable ASCII as \xHH; "-" for no text.
void append_log_text(Buffer& out, Bytes text) noexcept;

// A JSON string (RFC 8259 section 7) with its quotes; null for no data(). What is no UTF-8 becomes U+FFFD, a byte each;
// control characters, those of C1 too, separators of lines and marks that change the direction of writing are escaped.
void append_json_text(Buffer& out, Bytes text) noexcept;

}  // namespace tern::serve
