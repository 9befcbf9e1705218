// The authority of an http URI without user information: host [":" port] (RFC 3986 3.2, RFC 9110 4.2).
#pragma once

#include "base/bytes.h"

namespace tern::http {

// A registered name, an IPv4 address or a bracketed IP literal, which must not be empty. The port is at most 65535 or
// empty.
bool valid_authority(Bytes authority) noexcept;

}  // namespace tern::http
