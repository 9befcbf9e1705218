// Decodes one content: gzip (several members too), deflate (with zlib's wrapper), br, zstd (several frames too). What
// comes out is bounded three ways, so that a small body cannot become a large one: by size, by how much larger it is
// than what went in, and the windows by their formats, zstd's to 8 MB (RFC 9659). No I/O; never waits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "protocol/http/content_coding.h"

namespace tern::http {

struct DecodeLimits {
    uint64_t bytes = UINT64_MAX;    // that come out
    uint32_t ratio = 100;           // bytes out for a byte in,
    uint64_t ratio_from = 1 << 20;  // once so many came out
};

struct DecodeStep {
    enum class State : uint8_t {
        data,    // decoded bytes; ask again, with what was not consumed
        more,    // all was consumed
        failed,  // broken, or beyond a limit
    };
    State state = State::more;
    size_t consumed = 0;
    Bytes data = {};               // data: until the next call
    int status = 0;                // failed: what to answer, 400 or 413
    const char* reason = nullptr;  // failed: for the log
};

class ContentDecoder {
public:
    // Null for identity, and when there is no memory.
    static std::unique_ptr<ContentDecoder> make(ContentCoding coding, const DecodeLimits& limits) noexcept;
    ContentDecoder(const ContentDecoder&) = delete;
    ContentDecoder& operator=(const ContentDecoder&) = delete;
    virtual ~ContentDecoder() = default;

    DecodeStep feed(Bytes in) noexcept;
    // Nothing follows: `more`, or `failed` where something should.
    DecodeStep finish() const noexcept;

protected:
    struct Progress {
        size_t consumed = 0;
        size_t produced = 0;
        bool broken = false;
        bool ended = false;  // what was consumed is a whole content
    };
    explicit ContentDecoder(const DecodeLimits& limits) noexcept : limits_(limits) {}
    virtual Progress decode(Bytes in) noexcept = 0;

    static constexpr size_t kPiece = 16 * 1024;
    std::array<char, kPiece> out_;

private:
    const DecodeLimits limits_;
    uint64_t taken_ = 0;
    uint64_t made_ = 0;
    bool ended_ = false;
};

}  // namespace tern::http
