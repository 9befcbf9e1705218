// The path of a request target as the name of a file below some root: percent-encoding decoded once, empty, "." and
// ".." segments resolved. What could mean something else to a file system than it does to HTTP is refused.
#pragma once

#include <string>

#include "base/bytes.h"

namespace tern::http {

// Puts the path into `into`; it starts with '/', and ends with '/' if it names a directory. False for what names no
// file: a path above the root, encoded slashes, backslashes, control characters, malformed percent-encoding.
bool normalize_path(Bytes encoded, std::string& into);

// The same for a path that is not encoded.
bool resolve_segments(Bytes plain, std::string& into);

// Percent-encodes what a path segment may not contain as it is; '/' stays.
void append_encoded_path(std::string& into, Bytes plain);

// A segment starts with a dot: `/.git/config`. The one for well-known resources (RFC 8615) does not count.
bool has_hidden_segment(Bytes path) noexcept;

}  // namespace tern::http
