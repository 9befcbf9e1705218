// Which fields have no place outside of the head of a final message. Names in any case.
#pragma once

#include "base/bytes.h"

namespace tern::http {

// Fields that only mean something to the connection or to the framing: a 1xx answer has none of them (RFC 9110 7.6.1,
// 8.6, RFC 9112 6.1).
bool is_connection_field(Bytes name) noexcept;

// False for what must be known before the body, or controls the message (RFC 9110 6.5.1): framing, routing, requests'
// modifiers, authentication, cookies, response control data, and how the content is to be read. What its definition
// lets be a trailer may be one: ETag, Accept-Ranges, Authentication-Info.
bool may_be_trailer(Bytes name) noexcept;

}  // namespace tern::http
