// Writes HTTP/1 response heads. The server owns the framing: Content-Length and Transfer-Encoding among the handler's
// fields are dropped, and a Connection field of the handler's that says whether the connection persists: that is
// ResponseHead::keep_alive. A Server, Date or Content-Type of the handler's takes the place of ours.
#pragma once

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::http {

// Appends the status line, the fields and the empty line. `date` is an IMF-fixdate (protocol/http/date.h); the status
// has three digits. The status line says HTTP/1.1 to every client (RFC 9110 2.5). `server_line` is the Server field
// with its line end, or nothing.
void write_response_head(Buffer& out, const ResponseHead& head, Bytes date, Bytes server_line) noexcept;

// Appends an interim response (RFC 9110 15.2): the status line and the handler's fields, nothing of ours. Those that
// belong to the connection or the framing are not among them.
void write_interim_head(Buffer& out, const ResponseHead& head) noexcept;

// Appends the interim response that lets a client with `Expect: 100-continue` send its body.
void write_continue(Buffer& out) noexcept;

}  // namespace tern::http
