// Decodes one content: gzip (also several members), deflate (with zlib's wrapper), br, zstd (also several frames).
// Three limits keep a small body from becoming a large one: on the size, on the ratio of output to input, and on the
// windows, by the formats (zstd: 8 MB, RFC 9659). No I/O; never waits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "protocol/http/content_coding.h"

namespace tern::http {

struct DecodeLimits {
    uint64_t bytes = UINT64_MAX;    // of output
    uint32_t ratio = 100;           // output bytes per input byte,
    uint64_t ratio_from = 1 << 20;  // checked after so much output

    // For what the program has asked for, and may compress very well: the size alone counts.
    static constexpr DecodeLimits of_size(uint64_t most) noexcept { return {.bytes = most, .ratio = UINT32_MAX}; }
};

struct DecodeStep {
    enum class State : uint8_t {
        data,    // decoded bytes; call again with the unconsumed input
        more,    // all input is consumed
        failed,  // invalid, or above a limit
    };
    State state = State::more;
    size_t consumed = 0;
    Bytes data = {};               // data: valid until the next call
    int status = 0;                // failed: the status to respond with, 400 or 413
    const char* reason = nullptr;  // failed: for the log
};

// any: also without zlib's wrapper, as some servers send it (RFC 9110 8.4.1.2).
enum class DeflateForm : uint8_t { zlib, any };

// False: identity, or its library is not installed.
bool can_decode(ContentCoding coding) noexcept;

class ContentDecoder {
public:
    // Null: identity, or there is no memory.
    static std::unique_ptr<ContentDecoder> make(ContentCoding coding, const DecodeLimits& limits,
                                                DeflateForm form = DeflateForm::zlib) noexcept;
    ContentDecoder(const ContentDecoder&) = delete;
    ContentDecoder& operator=(const ContentDecoder&) = delete;
    virtual ~ContentDecoder() = default;

    DecodeStep feed(Bytes in) noexcept;
    // The memory in use, about. What is allocated for a window, but was never written, does not count.
    virtual size_t memory() const noexcept = 0;
    // The input has ended: `more`, or `failed` if it is incomplete.
    DecodeStep finish() const noexcept;

protected:
    struct Progress {
        size_t consumed = 0;
        size_t produced = 0;
        bool broken = false;
        bool ended = false;  // the consumed input is a whole content
    };
    explicit ContentDecoder(const DecodeLimits& limits) noexcept : limits_(limits) {}
    virtual Progress decode(Bytes in) noexcept = 0;

    // Of a decoder with so much memory, of which some was used from the start and some holds output.
    size_t memory_of(size_t allocated, size_t from_start) const noexcept {
        return kPiece + static_cast<size_t>(std::min<uint64_t>(allocated, from_start + made_));
    }

    static constexpr size_t kPiece = 16 * 1024;
    std::array<char, kPiece> out_;

private:
    const DecodeLimits limits_;
    uint64_t taken_ = 0;
    uint64_t made_ = 0;
    bool ended_ = false;
};

}  // namespace tern::http
