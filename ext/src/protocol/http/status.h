// The standard reason phrases (IANA HTTP status code registry).
#pragma once

#include "base/bytes.h"

namespace tern::http {

// Static text; "Unknown" for a status without a registered phrase.
Bytes reason_phrase(int status) noexcept;

}  // namespace tern::http
