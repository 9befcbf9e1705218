// The head of a response as CGI has it (RFC 3875 6): the status as a field, then the other fields.
#pragma once

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::fastcgi {

enum class HeadStyle : uint8_t {
    complete,  // what a web server needs: Content-Type, and the length where it is known. Fields of a connection are
               // left out
    as_is,     // only what the program has made
};

// Appends the fields and the empty line. head.framing is the result of http::frame().
void write_response_head(Buffer& out, const http::ResponseHead& head, HeadStyle style) noexcept;

}  // namespace tern::fastcgi
