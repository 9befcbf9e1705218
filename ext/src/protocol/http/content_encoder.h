// Compresses contents, one after the other: gzip, deflate (with zlib's wrapper, RFC 9110 8.4.1.2), br, zstd. Its tables
// need up to about a megabyte, so it is kept and reused. No I/O; never waits.
#pragma once

#include <cstdint>
#include <memory>

#include "base/buffer.h"
#include "protocol/http/content_coding.h"

namespace tern::http {

// How far back it searches for repetitions, which determines its memory.
enum class CodingWindow : uint8_t {
    whole,   // for contents that are available as a whole: up to 512 KB
    stream,  // for contents in pieces: up to 128 KB
    tiny,    // for many long-lived streams: 8 to 16 KB
};

class ContentEncoder {
public:
    static constexpr uint64_t kUnknownSize = UINT64_MAX;

    // Levels are 1 to 9 for gzip and deflate, 1 to 11 for br, 1 to 22 for zstd; a higher one counts as the highest.
    // Null: identity, there is no memory, or the library of the coding is not installed.
    static std::unique_ptr<ContentEncoder> make(ContentCoding coding, int level, CodingWindow window) noexcept;
    ContentEncoder(const ContentEncoder&) = delete;
    ContentEncoder& operator=(const ContentEncoder&) = delete;
    virtual ~ContentEncoder() = default;

    // Begins a new content, even if the last one is incomplete. With a size, exactly that many bytes must follow.
    virtual bool begin(uint64_t size) noexcept = 0;

    // Appends the output. False: no memory, or more than `most` bytes in this call; then begin() must be called.
    bool feed(Bytes in, Buffer& out) noexcept { return encode(in, Push::feed, out, SIZE_MAX); }
    // The receiver of the output can decode all of the input so far.
    bool flush(Bytes in, Buffer& out) noexcept { return encode(in, Push::flush, out, SIZE_MAX); }
    bool finish(Bytes in, Buffer& out, size_t most = SIZE_MAX) noexcept { return encode(in, Push::finish, out, most); }

protected:
    enum class Push : uint8_t { feed, flush, finish };
    ContentEncoder() = default;
    virtual bool encode(Bytes in, Push push, Buffer& out, size_t most) noexcept = 0;
};

}  // namespace tern::http
