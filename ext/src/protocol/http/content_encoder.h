// Compresses one content after the other: gzip, deflate (with zlib's wrapper, RFC 9110 8.4.1.2), br, zstd. Its tables
// take up to about a megabyte, so one is kept and used again. No I/O; never waits.
#pragma once

#include <cstdint>
#include <memory>

#include "base/buffer.h"
#include "protocol/http/content_coding.h"

namespace tern::http {

// How far back it looks for what it has seen, and so what it costs in memory.
enum class CodingWindow : uint8_t {
    whole,   // contents that are there as a whole: up to 512 KB
    stream,  // in pieces: up to 128 KB
    tiny,    // many at a time that live for long: 8 to 16 KB
};

class ContentEncoder {
public:
    static constexpr uint64_t kUnknownSize = UINT64_MAX;

    // Levels are 1 to 9 for gzip and deflate, 1 to 11 for br, 1 to 22 for zstd: a higher one counts as that. Null for
    // identity, and when there is no memory.
    static std::unique_ptr<ContentEncoder> make(ContentCoding coding, int level, CodingWindow window) noexcept;
    ContentEncoder(const ContentEncoder&) = delete;
    ContentEncoder& operator=(const ContentEncoder&) = delete;
    virtual ~ContentEncoder() = default;

    // The next content, whatever became of the last one. With a size, exactly that much is fed.
    virtual bool begin(uint64_t size) noexcept = 0;

    // Appends what comes out. False: no memory, or more than `most` bytes came out of this call; begin() is next then.
    bool feed(Bytes in, Buffer& out) noexcept { return encode(in, Push::feed, out, SIZE_MAX); }
    // All that was fed can be decoded by who has what came out.
    bool flush(Bytes in, Buffer& out) noexcept { return encode(in, Push::flush, out, SIZE_MAX); }
    bool finish(Bytes in, Buffer& out, size_t most = SIZE_MAX) noexcept { return encode(in, Push::finish, out, most); }

protected:
    enum class Push : uint8_t { feed, flush, finish };
    ContentEncoder() = default;
    virtual bool encode(Bytes in, Push push, Buffer& out, size_t most) noexcept = 0;
};

}  // namespace tern::http
