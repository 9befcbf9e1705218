// Writes HTTP/1 response heads. The server determines the framing: the handler's Content-Length and Transfer-Encoding
// are dropped, and so is a Connection field about persistence, which depends on ResponseHead::keep_alive. A Server,
// Date or Content-Type field of the handler replaces ours.
#pragma once

#include <string>

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::http {

// The lines that begin most responses of one second. They are one text, so that a response copies them at once.
class OwnLines {
public:
    // `server` is the Server field with its line end, or empty. `date` is an IMF-fixdate (protocol/http/date.h).
    OwnLines(Bytes server, Bytes date);

    Bytes server() const noexcept { return between(kServer, date_); }
    Bytes date() const noexcept { return between(date_, type_); }
    // The status line of 200, Server and Date.
    Bytes of_ok() const noexcept { return between(0, type_); }
    // The same, our Content-Type, and Content-Length without its value.
    Bytes of_plain_ok() const noexcept { return text_; }

private:
    static constexpr size_t kServer = 17;  // behind the status line
    Bytes between(size_t from, size_t to) const noexcept { return Bytes(text_.data() + from, to - from); }

    std::string text_;
    size_t date_ = kServer;
    size_t type_ = kServer;
};

// Appends the status line, the fields and the empty line. The status has three digits. The status line says HTTP/1.1 to
// every client (RFC 9110 2.5).
void write_response_head(Buffer& out, const ResponseHead& head, const OwnLines& own) noexcept;

// Appends an interim response (RFC 9110 15.2): the status line and the handler's fields, except for those of the
// connection and the framing. No fields of ours are added.
void write_interim_head(Buffer& out, const ResponseHead& head) noexcept;

// Appends the interim response that lets a client with `Expect: 100-continue` send its body.
void write_continue(Buffer& out) noexcept;

}  // namespace tern::http
