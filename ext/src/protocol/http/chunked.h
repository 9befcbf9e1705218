// ChunkedDecoder removes the chunked coding (RFC 9112 7.1) from a body that arrives in pieces. Data are slices of the
// input; nothing is copied. Trailer fields are checked like head fields and stored in the decoder; read them when it is
// done. Those that frame, route or authorize a message are dropped (RFC 9110 6.5.1). There is also a function that
// writes the head of a chunk.
#pragma once

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::http {

struct ChunkStep {
    enum class State : uint8_t {
        more,    // all input is consumed, and the body continues
        data,    // `data` is not empty; call again with the input after `consumed`
        done,    // the body has ended; the rest belongs to the next request
        failed,  // respond with `status` and close
    };
    State state = State::more;
    size_t consumed = 0;
    Bytes data;
    int status = 0;
    const char* reason = nullptr;
};

class ChunkedDecoder {
public:
    static constexpr uint32_t kMaxSizeDigits = 16;
    static constexpr uint32_t kMaxExtension = 256;              // bytes of extensions in one chunk
    static constexpr uint32_t kMaxExtensionsInAll = 16 * 1024;  // and in one body
    static constexpr uint32_t kMaxTrailerBytes = 8 * 1024;      // 431
    static constexpr uint32_t kMaxTrailers = 64;                // 431

    ChunkStep feed(Bytes in) noexcept;
    void reset() noexcept;

    size_t trailer_count() const noexcept { return kept_count_; }
    // Copies at most `capacity` trailer fields, in order of arrival. The views are valid until reset() or destruction.
    size_t trailers(Field* out, size_t capacity) const noexcept;

private:
    enum class Phase : uint8_t {
        size_first,
        size,
        extension_space,  // before a ';'
        extension_start,  // behind it
        extension_name,
        extension_name_space,
        extension_value_start,
        extension_value,
        extension_quoted,
        extension_escaped,
        extension_quoted_end,
        size_lf,
        data,
        data_cr,
        data_lf,
        trailer_start,
        trailer,
        trailer_lf,
        end_lf,
        done,
        failed,
    };

    void read_framing(char c) noexcept;
    void read_size(char c) noexcept;
    void read_extension(char c) noexcept;
    void open_extension_part(char c, Phase part) noexcept;
    void continue_extension_part(char c) noexcept;
    void end_extensions() noexcept;
    void refuse_extension() noexcept;
    void read_trailer(char c) noexcept;
    void open_trailer(char c) noexcept;
    void close_trailer() noexcept;
    void expect(char c, char wanted, Phase next, const char* reason) noexcept;
    void fail(int status, const char* reason) noexcept;

    uint64_t left_ = 0;  // of the chunk's data; while reading the size: its value so far
    uint32_t size_digits_ = 0;
    uint32_t extension_ = 0;
    uint32_t extensions_in_all_ = 0;
    uint32_t trailer_bytes_ = 0;
    uint32_t trailer_lines_ = 0;
    uint32_t kept_count_ = 0;
    size_t line_ = 0;  // start of the current trailer line in trailers_
    int status_ = 0;
    const char* reason_ = nullptr;
    Phase phase_ = Phase::size_first;
    Buffer trailers_;  // stored lines: name ':' value '\n'
};

inline constexpr size_t kMaxChunkHead = 18;
inline constexpr Bytes kChunkEnd = "\r\n";        // after the data of each chunk
inline constexpr Bytes kLastChunk = "0\r\n\r\n";  // ends the body, without trailers

// Writes the size line of a chunk and returns its length, at most kMaxChunkHead. The size must not be 0, which ends the
// body.
size_t write_chunk_head(char* out, uint64_t size) noexcept;
// Appends the end of the body, with its trailers.
void write_last_chunk(Buffer& out, const Field* trailers, size_t count) noexcept;

}  // namespace tern::http
