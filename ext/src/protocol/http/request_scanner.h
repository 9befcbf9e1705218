// Finds where a request of HTTP/1 ends, for programs that receive whole requests as bytes.
#pragma once

#include "protocol/http/chunked.h"
#include "protocol/http/h1_parser.h"

namespace tern::http {

class RequestScanner {
public:
    enum class State : uint8_t { need_more, done, malformed };

    // `buffered` has the bytes of the last call, and perhaps more after them. Call it no more after `done`.
    State scan(Bytes buffered) noexcept;
    // Of the request, which may not have arrived yet; before `done`: as far as known.
    size_t size() const noexcept { return size_; }

private:
    State scan_chunks(Bytes buffered) noexcept;

    RequestHead head_;
    H1Parser parser_{HeadLimits{}};
    ChunkedDecoder chunks_;
    size_t size_ = 0;
};

}  // namespace tern::http
