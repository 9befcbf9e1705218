// Parts of an http URI (RFC 3986, RFC 9110 4.2): its authority and its path.
#pragma once

#include <string>

#include "base/bytes.h"

namespace tern::http {

// The authority, without user information: host [":" port]. The host is a registered name, an IPv4 address or a
// bracketed IP literal, which must not be empty. The port is at most 65535 or empty.
bool valid_authority(Bytes authority) noexcept;

// The path of a request target as a file name below a root: percent-decoded once, with empty, "." and ".." segments
// resolved. Paths that a file system could interpret in another way than HTTP are refused.

// Puts the path into `into`. It starts with '/', and ends with '/' if it names a directory. False: it can be no file: a
// path above the root, encoded slashes, backslashes, control characters, malformed percent-encoding.
bool normalize_path(Bytes encoded, std::string& into);

// The same for a decoded path.
bool resolve_segments(Bytes plain, std::string& into);

// Decodes each encoded byte. What only looks like one stays as it is.
std::string decode_percent(Bytes encoded);

// The byte as %XX.
void append_percent(std::string& into, char c);

// Percent-encodes the characters that a path segment must not contain; '/' stays.
void append_encoded_path(std::string& into, Bytes plain);

// True: a segment starts with a dot, as in `/.git/config`. The one for well-known resources (RFC 8615) does not count.
bool has_hidden_segment(Bytes path) noexcept;

}  // namespace tern::http
