// Writes HTTP/1 response heads. The server determines the framing: the handler's Content-Length and Transfer-Encoding
// are dropped, and so is a Connection field about persistence, which depends on ResponseHead::keep_alive. A Server,
// Date or Content-Type field of the handler replaces ours.
#pragma once

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::http {

// Appends the status line, the fields and the empty line. `date` is an IMF-fixdate (protocol/http/date.h); the status
// has three digits. The status line says HTTP/1.1 to every client (RFC 9110 2.5). `server_line` is the Server field
// with its line end, or empty.
void write_response_head(Buffer& out, const ResponseHead& head, Bytes date, Bytes server_line) noexcept;

// Appends an interim response (RFC 9110 15.2): the status line and the handler's fields, except for those of the
// connection and the framing. No fields of ours are added.
void write_interim_head(Buffer& out, const ResponseHead& head) noexcept;

// Appends the interim response that lets a client with `Expect: 100-continue` send its body.
void write_continue(Buffer& out) noexcept;

}  // namespace tern::http
