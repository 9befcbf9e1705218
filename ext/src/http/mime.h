// The media type of a file, by the extension of its name.
#pragma once

#include "base/bytes.h"

namespace tern::http {

inline constexpr Bytes kDefaultMediaType = "application/octet-stream";

// Static text, without parameters. `file_name` may be a path; the extension is what follows the last '.' of its last
// part, compared without regard to case. kDefaultMediaType when there is none or it is unknown.
Bytes media_type_of(Bytes file_name) noexcept;

}  // namespace tern::http
