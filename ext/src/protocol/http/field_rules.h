// Fields that are allowed only in the head of a final message. Names may be in any case.
#pragma once

#include "base/bytes.h"

namespace tern::http {

// Fields for the connection or the framing: a 1xx answer must not have them (RFC 9110 7.6.1, 8.6, RFC 9112 6.1).
bool is_connection_field(Bytes name) noexcept;

// False for fields that are needed before the body or control the message (RFC 9110 6.5.1): framing, routing, request
// modifiers, authentication, cookies, response control data, and the format of the content. Fields whose definition
// allows it may be trailers: ETag, Accept-Ranges, Authentication-Info.
bool may_be_trailer(Bytes name) noexcept;

}  // namespace tern::http
